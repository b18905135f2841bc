import type { TFunction } from "i18next";
import { useId, useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { ApiError } from "@/api/error";
import type { NewReasonCode, ReasonChoice, ReasonCode } from "@/api/types";
import { LineField, SelectField, TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { FieldError } from "@/components/ui/field-error";
import { RequiredMark } from "@/components/ui/field-label";
import { useMe } from "@/features/session/use-me";
import { draftKey, type FormValues } from "@/lib/drafts";

import { useReasonCodes } from "./rows";
import { sayReasonRefusal, useSaveReason } from "./use-save-reason";

const LONGEST = { title: 120, code: 40, sentence: 500, rule: 500 }; // the server's limits, in characters

/** The values of the fields; each outcome has a checkbox. */
interface ReasonValues extends FormValues {
  title: string;
  code: string;
  ground: string;
  category: string;
  sentence: string;
  rule: string;
}

/** The name of an outcome's checkbox. */
const tickOf = (outcome: string) => `for ${outcome}`;
const OTHER = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC" satisfies ReasonCode["category"];

interface Props {
  /** The reason to edit; null for a new one. */
  reason: ReasonCode | null;
  onClose: () => void;
}

const NONE: readonly ReasonChoice[] = [];

/** Adds or edits a reason. The code can only be set for a new one. */
export function ReasonDialog({ reason, onClose }: Props) {
  const { t } = useTranslation();
  const { grounds = NONE, categories = NONE, outcomes = NONE } = useReasonCodes().data ?? {};
  const { run, refusal } = useSaveReason(reason?.code ?? null);
  const isTaken = refusal instanceof ApiError && refusal.code === "code_taken";
  const form = useFormWithDraft<ReasonValues, NewReasonCode>({
    draft: draftKey(useMe().id, `reason ${reason?.code ?? "new"}`),
    blank: useMemo(() => blankOf(reason, outcomes, grounds), [reason, outcomes, grounds]),
    schema: useMemo(() => schemaOf(outcomes, t), [outcomes, t]),
    refusal: useMemo(() => (isTaken ? { fields: { code: [t("reasons.taken")] } } : refusal), [isTaken, refusal, t]),
    places: useMemo(() => ({ applies_to: tickOf(outcomes[0]?.value ?? "") }), [outcomes]),
  });
  const submit = async (fields: NewReasonCode, changed: Partial<NewReasonCode>) => {
    const sent = await run({ fields, changed });
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  // the server's errors are shown at their fields
  const isElsewhere = refusal !== null && form.refused.fields.length === 0;
  return (
    <FormDialog
      words={{ title: t(reason ? "reasons.change" : "reasons.add"), action: t("reasons.save") }}
      of={form}
      refused={isElsewhere ? sayReasonRefusal(refusal, t) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineField name="title" label={t("reasons.columns.title")} maxLength={LONGEST.title} autoFocus />
      {!reason && <LineField name="code" label={t("reasons.columns.code")} hint={t("reasons.hints.code")} maxLength={LONGEST.code} />}
      <Outcomes outcomes={outcomes} />
      <SelectField name="ground" label={t("reasons.columns.ground")}>
        {optionsOf(grounds)}
      </SelectField>
      <SelectField name="category" label={t("reasons.columns.category")} hint={t("reasons.hints.category")}>
        {optionsOf(categories)}
      </SelectField>
      <TextField name="sentence" label={t("reasons.columns.sentence")} hint={t("reasons.hints.sentence")} maxLength={LONGEST.sentence} />
      <TextField name="rule" label={t("reasons.columns.rule")} hint={t("reasons.hints.rule")} rows={2} maxLength={LONGEST.rule} />
    </FormDialog>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly ReasonChoice[] }) {
  const { t } = useTranslation();
  const id = useId();
  const { register, formState, getFieldState } = useFormContext<ReasonValues>();
  const problem = outcomes.map(({ value }) => getFieldState(tickOf(value), formState).error?.message).find(Boolean);
  return (
    <fieldset className="choice field">
      <legend className="label">
        {t("reasons.outcomes")} <RequiredMark />
      </legend>
      <div className="stack-s">
        {outcomes.map(({ value, title }) => (
          <label key={value} className="check">
            <input type="checkbox" {...register(tickOf(value))} aria-invalid={problem !== undefined} aria-describedby={problem && id} />
            <span>{title}</span>
          </label>
        ))}
      </div>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </fieldset>
  );
}

const optionsOf = (choices: readonly ReasonChoice[]) =>
  choices.map(({ value, title }) => (
    <option key={value} value={value}>
      {title}
    </option>
  ));

/** The initial values. A new reason applies to all outcomes, with the last ground and category of the lists. */
function blankOf(reason: ReasonCode | null, outcomes: readonly ReasonChoice[], grounds: readonly ReasonChoice[]): ReasonValues {
  return {
    title: reason?.title ?? "",
    code: reason?.code ?? "",
    ground: reason?.ground ?? grounds.at(-1)?.value ?? "",
    category: reason?.category ?? OTHER,
    sentence: reason?.sentence ?? "",
    rule: reason?.rule ?? "",
    ...Object.fromEntries(outcomes.map(({ value }) => [tickOf(value), reason?.applies_to.some((each) => each === value) ?? true])),
  };
}

/** Validates the fields, and returns the body of the call. */
function schemaOf(outcomes: readonly ReasonChoice[], t: TFunction): z.ZodType<NewReasonCode, ReasonValues> {
  const filled = z.string().trim().min(1, t("work.form.fill"));
  const fields = z.object({ title: filled, code: z.string().trim(), ground: z.string(), category: z.string(), sentence: filled, rule: z.string().trim() });
  return fields.catchall(z.union([z.string(), z.boolean()])).transform((values, context) => {
    const { title, code, ground, category, sentence, rule } = values;
    const chosen = outcomes.map(({ value }) => value).filter((value) => values[tickOf(value)] === true);
    if (chosen.length === 0) context.addIssue({ code: "custom", path: [tickOf(outcomes[0]?.value ?? "")], message: t("reasons.outcomeMissing") });
    return { title, code, ground, category, sentence, rule, applies_to: chosen };
  }) as unknown as z.ZodType<NewReasonCode, ReasonValues>;
}
