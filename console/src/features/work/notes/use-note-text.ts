import { useState } from "react";

import { useMe } from "../lock/use-lock";

/** What is typed as a note on an item, kept in this tab over other items and reloads until it is left. */
export function useNoteText(taskId: number): [string, (text: string) => void] {
  const key = `note.${useMe().id}.${taskId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const keep = (next: string) => {
    setText(next);
    if (next) sessionStorage.setItem(key, next);
    else sessionStorage.removeItem(key);
  };
  return [text, keep];
}
