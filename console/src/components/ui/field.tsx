import { type ReactNode, useId } from "react";

import { FieldError } from "./field-error";
import { FieldLabel } from "./field-label";

interface Props {
  label: ReactNode;
  required?: boolean | undefined;
  hint?: ReactNode;
  /** The error as a sentence. */
  error?: string | undefined;
  /** Renders the control. `control` connects it with its label, hint and error. */
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-required": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A control with its label above, and its hint or error below. */
export function Field({ label, required, hint, error, children }: Props) {
  const id = useId();
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-required": required ? true : undefined, "aria-describedby": note })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!error && hint && (
        <p className="hint" id={note}>
          {hint}
        </p>
      )}
    </div>
  );
}
