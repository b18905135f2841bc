import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { Form } from "@/components/form/form";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { controlValues, initialValues, isBeside, readFields } from "@/features/form/fields";
import { OutcomeFields, SubmitOutcome } from "@/features/form/outcome-fields";
import { useFieldWords } from "@/features/form/use-field-words";
import { zodOf } from "@/features/form/zod-schema";
import { ConsentLine } from "@/features/testimonial/record-consent";
import { SaveTranscription } from "@/features/testimonial/save-transcription";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import type { FormValues } from "@/lib/drafts";
import { useDesk } from "@/lib/desk";
import { keepFocus } from "@/lib/keep-focus";

import { isOthers, useItemWork } from "./item-work";
import { useBlocked, WhyBlocked } from "./blocked";
import { useFormFocus } from "./use-form-focus";
import { useThing } from "./use-thing";

/** The form of an outcome in the place of the decision bar, drawn from its JSON Schema. That of a reply: `Composer`. */
export function OutcomeForm({ outcome }: { outcome: OutcomeChoice }) {
  const { t } = useTranslation();
  const { task, lock, drafts, actions } = useItemWork();
  const { refusal, sending } = actions;
  const thing = useThing(task.subject.kind);
  const id = useId();
  const stored = drafts.draft.forms[outcome.name];
  const blocked = useBlocked()(outcome);
  const testimonial = task.subject.kind === "testimonial" && isBeside(outcome.form) ? task.subject : null;
  const off = isOthers(lock) || blocked !== null;
  const title = useFormTitle(outcome, thing);
  const rules = useDesk().review_rules;

  const words = useFieldWords();
  const fields = useMemo(() => readFields(outcome.form ?? {}), [outcome.form]);
  const blank = useMemo<FormValues>(() => initialValues(fields, task.subject), [fields, task.subject]);
  const form = useFormWithValues<FormValues, Record<string, unknown>>({
    values: { ...blank, ...controlValues(fields, stored?.values) },
    type: (values) => {
      const titles = Object.fromEntries(fields.map((field) => [field.name, field.title]));
      if (fields.some(({ name }) => values[name] !== blank[name]))
        drafts.store(outcome.name, { at: Date.now(), values, titles });
      else if (stored) drafts.discard(outcome.name);
      actions.type();
    },
    discard: () => drafts.discard(outcome.name),
    schema: useMemo(() => zodOf(fields, words), [fields, words]),
    refusal: refusal?.outcome?.name === outcome.name ? refusal : null,
  });

  const isMine = lock.kind === "mine";
  useFormFocus(id, { opened: actions.opened, held: isMine, first: isBeside(outcome.form) });
  const close = () => {
    keepFocus(document.activeElement?.closest<HTMLElement>("article"));
    drafts.open(null);
  };
  const submit = (checked: Record<string, unknown>) => {
    if (sending === null && !off) actions.submit(outcome, checked);
  };

  return (
    <Form
      id={id}
      of={form}
      className="outcome"
      label={title}
      onSubmit={submit}
      onClose={close}
      // the item beside it is worked on as well
      ofPage={isMine && isBeside(outcome.form)}
    >
      <h3 className="outcome-title">
        {title}
        {rules && outcome.form?.["x-preview"] === "statement" && (
          <a className="meta end" href={rules} target="_blank" rel="noreferrer noopener">
            {t("work.form.rules")}
          </a>
        )}
      </h3>
      <OutcomeFields fields={fields} />
      {testimonial && <ConsentLine testimonial={testimonial} isLacking={outcome.blocked === "no_consent"} />}
      <div className="row wrap">
        <SubmitOutcome tone={outcome.tone} label={outcome.label} busy={sending === outcome.name} disabled={off} />
        {testimonial && (
          <SaveTranscription
            subject={testimonial}
            disabled={isOthers(lock)}
            values={() => form.methods.getValues()}
            onSaved={() => drafts.discard(outcome.name)}
          />
        )}
        <Button tone="quiet" hotkey="Esc" onClick={close}>
          {t("common.cancel")}
        </Button>
        <WhyBlocked outcomes={[outcome]} />
        <span className="end" />
        {stored && <span className="meta">{t("work.draft.kept", { time: formatMoment(clock.fromLocal(stored.at), clock.now()) })}</span>}
      </div>
    </Form>
  );
}

/** "Reject this review"; of a label of several words, such as "Return to previous queue", the label alone. */
function useFormTitle({ name, label }: OutcomeChoice, thing: string): string {
  const { t } = useTranslation();
  if (name === "decline") return t("work.form.decline");
  return label.includes(" ") ? label : t("work.form.title", { label, thing });
}
