import { Field } from "@/components/ui/field";

const LONGEST = 5_000; // the server's

interface Props {
  label: string;
  hint: string;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** A few lines for colleagues. */
export function NoteField({ label, hint, error, value, onChange, autoFocus = false }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          className="textarea"
          rows={3}
          dir="auto"
          maxLength={LONGEST}
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
