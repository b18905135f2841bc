import { useId } from "react";

interface NumberProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A number of an item. It applies when the field is left, or with Enter. */
export function NumberField({ label, value, onChange }: NumberProps) {
  const id = useId();
  const apply = (text: string) => {
    const number = /^[1-9]\d{0,15}$/.test(text.trim()) ? Number(text) : null;
    if (number !== value) onChange(number);
  };
  return (
    <>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <input
        key={value ?? ""}
        id={id}
        className="input"
        inputMode="numeric"
        maxLength={16}
        defaultValue={value ?? ""}
        onBlur={({ target }) => apply(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(event.currentTarget.value);
        }}
      />
    </>
  );
}
