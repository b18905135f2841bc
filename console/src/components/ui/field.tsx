import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

import { Icon } from "./icon";

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  /** The error as a sentence. */
  error?: string | undefined;
  /** Receives the attributes that connect the control with its label, hint and error. */
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A control with its label above, and its hint or error below. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": note })}
      {error && (
        <p className="error" id={note}>
          <Icon of={CircleAlert} />
          {error}
        </p>
      )}
      {!error && hint && (
        <p className="hint" id={note}>
          {hint}
        </p>
      )}
    </div>
  );
}
