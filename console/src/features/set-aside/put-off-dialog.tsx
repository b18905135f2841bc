import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { DateField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { clock } from "@/lib/clock";

import { usePutOffKey } from "./use-put-off-key";

const LONGEST_DAYS = 90; // the server's limit
const DAY = 86_400_000;

const BLANK = { until: "" };

interface Props {
  taskId: number;
  onClose: () => void;
  onChoose: (until: Date) => void;
}

/** Any time within the next ninety days, in the person's time zone. */
export function PutOffDialog({ taskId, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const schema = useMemo(
    () => z.object({ until: z.string().refine(isAhead, t("work.putOff.wrong", { count: LONGEST_DAYS })) }),
    [t],
  );
  const form = useFormWithDraft({ draft: usePutOffKey(taskId), blank: BLANK, schema });
  return (
    <FormDialog
      words={{ title: t("work.putOff.title"), description: t("work.putOff.text"), action: t("work.putOff.label") }}
      of={form}
      onSubmit={({ until }) => onChoose(new Date(until))}
      onClose={onClose}
    >
      <DateField name="until" withTime label={t("work.putOff.until")} autoFocus />
    </FormDialog>
  );
}

function isAhead(until: string): boolean {
  const ahead = Date.parse(until) - clock.now();
  return ahead > 0 && ahead <= LONGEST_DAYS * DAY;
}
