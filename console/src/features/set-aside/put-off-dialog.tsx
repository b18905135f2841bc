import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeptLine } from "@/components/desk/kept-line";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { clock } from "@/lib/clock";
import { useTyped } from "@/lib/use-typed";

import { usePutOffKey } from "./use-put-off-key";

const LONGEST_DAYS = 90; // the server's
const DAY = 86_400_000;

const BLANK = { until: "" };

interface Props {
  taskId: number;
  onClose: () => void;
  onChoose: (until: Date) => void;
}

/** Any moment within the next ninety days, in the person's own time. */
export function PutOffDialog({ taskId, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const { values, foundAt, type, discard } = useTyped(usePutOffKey(taskId), BLANK);
  const [wrong, setWrong] = useState(false);

  const choose = () => {
    const until = Date.parse(values.until);
    const ahead = until - clock.now();
    if (ahead > 0 && ahead <= LONGEST_DAYS * DAY) onChoose(new Date(until));
    else setWrong(true);
  };
  return (
    <Dialog
      title={t("work.putOff.title")}
      description={t("work.putOff.text")}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone="primary" onClick={choose}>
            {t("work.putOff.label")}
          </Button>
        </>
      }
    >
      <div className="form">
        <KeptLine at={foundAt} onDiscard={discard} />
        <Field label={t("work.putOff.until")} error={wrong ? t("work.putOff.wrong", { count: LONGEST_DAYS }) : undefined}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="datetime-local"
              autoFocus
              value={values.until}
              onChange={(event) => type({ until: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
