import type { Words } from "@/lib/use-words";

import styles from "./table.module.css";

/** The field whose words narrow a list. */
export function FindField({ label, words }: { label: string; words: Words }) {
  return (
    <input
      type="search"
      className={`input ${styles.find}`}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={words.typed}
      onChange={({ target }) => words.type(target.value)}
      onBlur={words.flush}
    />
  );
}
