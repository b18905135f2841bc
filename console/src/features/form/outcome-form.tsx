import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useMemo, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { Button } from "@/components/ui/button";
import type { DraftForm, FormValues } from "@/lib/drafts";
import { keepFocus } from "@/lib/keep-focus";

import { initialValues, readFields } from "./fields";
import { FormField } from "./form-field";
import { useFormKeys } from "./use-form-keys";
import { usePrefill } from "./use-prefill";
import { useFieldWords } from "./use-field-words";
import { zodOf } from "./zod-schema";

interface Props {
  outcome: OutcomeChoice;
  /** What is decided, in a word. */
  thing: string;
  schema: Record<string, unknown>;
  kept: DraftForm | undefined;
  keptAt: string | null;
  /** The server's sentences by field. */
  refused: Record<string, string[]>;
  busy: boolean;
  /** Somebody else has the item: what is typed is kept, and cannot be sent. */
  off: boolean;
  /** Takes the focus when it appears. */
  focused: boolean;
  onType: () => void;
  onKeep: (form: DraftForm) => void;
  onSubmit: (form: Record<string, unknown>) => void;
  onClose: () => void;
}

/** The form of an outcome, drawn from its JSON Schema, in the place of the decision bar. */
export function OutcomeForm({ outcome, schema, kept, refused, busy, off, ...props }: Props) {
  const { thing, keptAt, focused, onType, onKeep, onSubmit } = props;
  const { t } = useTranslation();
  const words = useFieldWords();
  const title = outcome.name === "decline" ? t("work.form.titles.decline") : t("work.form.title", { label: outcome.label, thing });
  const fields = useMemo(() => readFields(schema), [schema]);
  const resolver = useMemo(() => zodResolver(zodOf(fields, words)), [fields, words]);
  const titles = useMemo(() => Object.fromEntries(fields.map(({ name, title }) => [name, title])), [fields]);
  const form = useForm<FormValues, unknown, Record<string, unknown>>({
    resolver,
    defaultValues: { ...initialValues(fields), ...kept?.values },
    errors: useServerErrors(refused),
  });
  const prefill = usePrefill(form, fields);
  const values = useWatch({ control: form.control });
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form.formState;

  useEffect(() => {
    if (!focused) return;
    const controls = [...(element.current?.querySelectorAll<HTMLInputElement>("input, select, textarea") ?? [])];
    (controls.find((control) => control.value === "") ?? controls.at(-1))?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: (state) => onKeep({ at: Date.now(), values: state.values, titles }),
      }),
    [form, onKeep, titles],
  );
  const onClose = () => {
    keepFocus(element.current?.closest<HTMLElement>("article"));
    props.onClose();
  };
  const submit = form.handleSubmit((checked) => onSubmit(checked));
  useFormKeys(element, { onSubmit: () => void (busy || off || submit()), onClose });

  return (
    <form
      ref={element}
      className="outcome"
      aria-label={title}
      noValidate
      onInput={onType}
      onSubmit={(event) => void submit(event)}
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
          busy={busy}
          disabled={off}
        >
          {outcome.label}
        </Button>
        <Button tone="quiet" hotkey="Esc" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <span className="end" />
        {keptAt && <span className="meta">{t("work.draft.kept", { time: keptAt })}</span>}
      </div>
    </form>
  );
}

/** As react-hook-form takes them; the same object for as long as the server says the same. */
function useServerErrors(refused: Record<string, string[]>) {
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(refused).map(([name, sentences]) => [name, { type: "server", message: sentences.join(" ") }]),
      ),
    [refused],
  );
}
