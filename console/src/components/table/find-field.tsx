import type { Words } from "@/lib/use-words";

import styles from "./table.module.css";

/** The search field of a list. It applies the words when the person pauses, leaves the field or presses Enter. */
export function FindField({ label, words }: { label: string; words: Words }) {
  return (
    <form
      role="search"
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        words.flush();
      }}
    >
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={words.typed}
        onChange={({ target }) => words.type(target.value)}
        onBlur={words.flush}
      />
    </form>
  );
}
