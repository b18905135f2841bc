import type { HTMLInputTypeAttribute, ReactNode } from "react";
import { type FieldPath, type FieldValues, useController, useFormContext } from "react-hook-form";

import { DateInput } from "@/components/ui/date-input";
import { Field } from "@/components/ui/field";

import { useIsRequired } from "./form-rules";

interface FieldProps {
  /** The field's name in the form's values. */
  name: string;
  label: ReactNode;
  hint?: string | undefined;
  autoFocus?: boolean;
}

interface LineProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  maxLength?: number;
  /** Read-only here: the value is changed elsewhere. */
  fixed?: boolean;
}

/** A text of one line. */
export function LineField({ name, label, hint, autoFocus = false, type = "text", maxLength, fixed = false }: LineProps) {
  const { register, error, readOnly, required } = useField(name);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...register}
          readOnly={readOnly || fixed}
          className="input"
          type={type}
          dir={type === "email" ? "ltr" : "auto"}
          maxLength={maxLength}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

const LONGEST = 5_000; // the server's limit, in characters

interface DateProps extends FieldProps {
  withTime?: boolean;
}

/** A day, or a day with a time. Text that is no date stays the value, for the schema to refuse. */
export function DateField({ name, label, hint, autoFocus = false, withTime = false }: DateProps) {
  const { error, readOnly } = useField(name);
  const { field } = useController({ name });
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <DateInput
          {...control}
          {...field}
          onUnreadable={field.onChange}
          withTime={withTime}
          readOnly={readOnly}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

interface TextProps extends FieldProps {
  rows?: number;
  /** The limit in characters; null if the form's schema says what is too long. */
  maxLength?: number | null;
  className?: string | undefined;
}

/** A text of several lines. */
export function TextField({ name, label, hint, autoFocus = false, rows = 3, maxLength = LONGEST, className = "" }: TextProps) {
  const { register, error, readOnly, required } = useField(name);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...register}
          readOnly={readOnly}
          className={`textarea ${className}`}
          rows={rows}
          dir="auto"
          maxLength={maxLength ?? undefined}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

interface SelectProps extends FieldProps {
  /** The options. */
  children: ReactNode;
}

/** One of several options. */
export function SelectField({ name, label, hint, autoFocus = false, children }: SelectProps) {
  const { register, error, required, begins } = useField(name);
  return (
    // a select that begins with one of its options can never be empty
    <Field label={label} required={required && !begins} hint={hint} error={error}>
      {(control) => (
        <select {...control} {...register} className="select" autoFocus={autoFocus}>
          {children}
        </select>
      )}
    </Field>
  );
}

function useField(name: string) {
  const { register, getFieldState, formState } = useFormContext();
  const path: FieldPath<FieldValues> = name;
  // disabled while sending: words typed now would be deleted with the draft when the form is done
  return {
    register: register(path),
    error: getFieldState(path, formState).error?.message,
    readOnly: formState.isSubmitting,
    required: useIsRequired(name),
    begins: Boolean(formState.defaultValues?.[name]),
  };
}
