import { useId } from "react";

interface Props<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** A row of options, one of which is chosen. */
export function Choice<Value extends string>({ label, value, onChange, options }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="label">{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
