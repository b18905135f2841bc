import { useFormContext, useWatch } from "react-hook-form";

import { Button } from "@/components/ui/button";
import type { FormValues } from "@/lib/drafts";

import type { FormField as Shape } from "./fields";
import { FormField } from "./form-field";
import { usePrefill } from "./use-prefill";

/** The fields of an outcome's form inside a `Form`; a choice fills the fields for which it has texts. */
export function OutcomeFields({ fields }: { fields: readonly Shape[] }) {
  const methods = useFormContext<FormValues, unknown, Record<string, unknown>>();
  const prefill = usePrefill(methods, fields);
  const values = useWatch({ control: methods.control });
  if (fields.length === 0) return null;
  return (
    <div className="form form-2">
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={isFilledLater(field, fields, values) ? field : { ...field, placeholder: null }}
          control={methods.register(field.name, {
            onChange: ({ target }: { target: HTMLInputElement }) => {
              if (field.kind === "choice") prefill(field, target.value);
            },
          })}
          value={values[field.name] ?? ""}
          error={methods.formState.errors[field.name]?.message}
        />
      ))}
    </div>
  );
}

/** Whether a choice that is not made yet would fill the field. */
const isFilledLater = ({ name }: Shape, fields: readonly Shape[], values: Partial<FormValues>): boolean =>
  fields.some((other) => !values[other.name] && other.choices.some(({ prefill }) => prefill[name] !== undefined));

interface SubmitProps {
  tone: string;
  /** False if no primary button should be offered yet. */
  filled?: boolean;
  label: string;
  busy: boolean;
  disabled?: boolean;
}

/** Submits an outcome's form, in the tone of the outcome. */
export function SubmitOutcome({ tone, filled = true, label, busy, disabled = false }: SubmitProps) {
  return (
    <Button type="submit" tone={filled ? (tone === "danger" ? "danger" : "primary") : "neutral"} hotkey="Ctrl Enter" busy={busy} disabled={disabled}>
      {label}
    </Button>
  );
}
