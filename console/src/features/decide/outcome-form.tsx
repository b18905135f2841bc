import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useId, useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { Form } from "@/components/form/form";
import { serverErrors } from "@/components/form/use-kept-form";
import { Button } from "@/components/ui/button";
import { initialValues, readFields } from "@/features/form/fields";
import { FormField } from "@/features/form/form-field";
import { useFieldWords } from "@/features/form/use-field-words";
import { usePrefill } from "@/features/form/use-prefill";
import { zodOf } from "@/features/form/zod-schema";
import { formatTime } from "@/lib/dates";
import type { FormValues } from "@/lib/drafts";
import { keepFocus } from "@/lib/keep-focus";

import { isOthers, useItemWork } from "./item-work";
import { useThing } from "./use-thing";

const NO_FIELDS = {};
// outcomes whose label cannot be followed by the name of the item
const OWN_TITLES = ["decline", "return"] as const;

/** The form of an outcome, drawn from its JSON Schema, in the place of the decision bar. */
export function OutcomeForm({ outcome }: { outcome: OutcomeChoice }) {
  const { t } = useTranslation();
  const { task, lock, drafts, actions } = useItemWork();
  const { refusal, sending } = actions;
  const thing = useThing(task.subject.kind);
  const id = useId();
  const kept = drafts.draft.forms[outcome.name];
  const off = isOthers(lock);
  const ownTitle = OWN_TITLES.find((name) => name === outcome.name);
  const title = ownTitle ? t(`work.form.titles.${ownTitle}`) : t("work.form.title", { label: outcome.label, thing });

  const words = useFieldWords();
  const fields = useMemo(() => readFields(outcome.form ?? {}), [outcome.form]);
  const resolver = useMemo(() => zodResolver(zodOf(fields, words)), [fields, words]);
  const refused = refusal?.outcome?.name === outcome.name ? refusal.fields : NO_FIELDS;
  const form = useForm<FormValues, unknown, Record<string, unknown>>({
    resolver,
    defaultValues: { ...initialValues(fields), ...kept?.values },
    errors: useMemo(() => serverErrors(refused), [refused]),
  });
  const prefill = usePrefill(form, fields);
  const values = useWatch({ control: form.control });
  const { errors } = form.formState;

  useFocus(id, actions.opened);
  const keep = useEffectEvent((typed: FormValues) => {
    const titles = Object.fromEntries(fields.map((field) => [field.name, field.title]));
    drafts.keep(outcome.name, { at: Date.now(), values: typed, titles });
    actions.type();
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: (state) => keep(state.values) }),
    [form],
  );
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
      kept={{ form, foundAt: null, discard: drafts.discard }}
      className="outcome"
      label={title}
      onSubmit={submit}
      onClose={close}
    >
      <h3 className="outcome-title">{title}</h3>
      <div className="form form-2">
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            control={form.register(field.name, {
              onChange: ({ target }: { target: HTMLInputElement }) => {
                if (field.kind === "choice") prefill(field, target.value);
              },
            })}
            value={values[field.name] ?? ""}
            error={errors[field.name]?.message}
          />
        ))}
      </div>
      <div className="row">
        <Button
          type="submit"
          tone={outcome.tone === "danger" ? "danger" : "primary"}
          hotkey="Ctrl Enter"
          busy={sending === outcome.name}
          disabled={off}
        >
          {outcome.label}
        </Button>
        <Button tone="quiet" hotkey="Esc" onClick={close}>
          {t("common.cancel")}
        </Button>
        <span className="end" />
        {kept && <span className="meta">{t("work.draft.kept", { time: formatTime(kept.at) })}</span>}
      </div>
    </Form>
  );
}

/** Takes the focus to the first empty field of a form that was opened just now. */
function useFocus(id: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const form = document.getElementById(id);
    const controls = [...(form?.querySelectorAll<HTMLInputElement>("input, select, textarea") ?? [])];
    (controls.find((control) => control.value === "") ?? controls.at(-1))?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: "nearest" });
  }, [id, wanted]);
}
