import { useId } from "react";
import { useTranslation } from "react-i18next";

import styles from "./history.module.css";

interface ChoiceProps {
  name: "person" | "kind" | "queue" | "action" | "outcome";
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A filter with choices. A value that is no choice, such as an erased account, is shown as it is. */
export function Choice({ name, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const shown = value === "" || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <select
      className={`select ${styles.choice}`}
      aria-label={t(`history.filter.${name}`)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t(`history.filter.all.${name}`)}</option>
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <input id={id} type="date" className="input" value={value} onChange={({ target }) => onChange(target.value)} />
    </>
  );
}

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
