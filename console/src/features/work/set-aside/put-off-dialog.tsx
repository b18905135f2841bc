import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { clock } from "@/lib/clock";

const LONGEST_DAYS = 90; // the server's
const DAY = 86_400_000;

interface Props {
  onClose: () => void;
  onChoose: (until: Date) => void;
}

/** Any moment within the next ninety days, in the person's own time. */
export function PutOffDialog({ onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);

  const choose = () => {
    const until = Date.parse(field.current?.value ?? "");
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
      <Field label={t("work.putOff.until")} error={wrong ? t("work.putOff.wrong", { count: LONGEST_DAYS }) : undefined}>
        {(control) => <input {...control} ref={field} className="input" type="datetime-local" autoFocus />}
      </Field>
    </Dialog>
  );
}
