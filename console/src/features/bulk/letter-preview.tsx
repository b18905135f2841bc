import { Suspense, useMemo, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Field } from "@/components/ui/field";
import { formatNumber } from "@/lib/dates";
import type { FormValues } from "@/lib/drafts";
import { lazyPart } from "@/lib/lazy-part";

import styles from "./bulk.module.css";
import { NOTE } from "./order";

const StatementPreview = lazyPart(async () => ({
  default: (await import("@/features/statement-preview/statement-preview")).StatementPreview,
}));

interface Props {
  outcome: string;
  sample: readonly TaskRow[];
  count: number;
}

/** The statement that the author of one of the items would get, composed by the server as the form is filled in. */
export function LetterPreview({ outcome, sample, count }: Props) {
  const { t } = useTranslation();
  const { control } = useFormContext<FormValues>();
  const typed = useWatch({ control });
  const values = useMemo(() => Object.fromEntries(Object.entries(typed).filter(([name]) => name !== NOTE)) as FormValues, [typed]);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = sample.find((row) => row.task_id === chosen) ?? sample[0];
  if (!shown) return null;
  return (
    <div className={styles.letter}>
      <Field label={t("bulk.letter.label")} hint={t("bulk.letter.hint", { count, number: formatNumber(count) })}>
        {(control) => (
          <select {...control} className="select" value={shown.task_id} onChange={({ target }) => setChosen(Number(target.value))}>
            {sample.map((row) => (
              <option key={row.task_id} value={row.task_id}>
                {titleOf(row.summary) ?? `#${row.task_id}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Suspense fallback={<div aria-busy />}>
        <StatementPreview taskId={shown.task_id} outcome={outcome} values={values} />
      </Suspense>
    </div>
  );
}
