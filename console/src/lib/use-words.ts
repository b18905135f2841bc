import { useEffect, useRef, useState } from "react";

import { useLatest } from "./use-latest";

const PAUSE_MS = 300; // after the last key press

/** The words of a search field that filters a list. */
export interface Words {
  typed: string;
  type: (text: string) => void;
  /** Applies the typed words at once. */
  flush: () => void;
  /** Empties the field without applying: the caller clears the words together with other filters. */
  empty: () => void;
}

/**
 * Words that are applied while they are typed: `apply` gets them, trimmed, when typing pauses. `applied`: the words
 * that filter the list now; if they change elsewhere, the field shows them.
 */
export function useWords(applied: string, apply: (words: string) => void): Words {
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  const [own, setOwn] = useState<string | null>(null);
  // words that this field itself applied are not copied back into it: the person may have typed on
  if (applied !== before) {
    setBefore(applied);
    if (applied !== own) setTyped(applied);
    setOwn(null);
  }

  const timer = useRef(0);
  const latest = useLatest({ typed, applied, apply });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const flush = () => {
    window.clearTimeout(timer.current);
    const now = latest();
    const words = now.typed.trim();
    if (words === now.applied) return;
    setOwn(words);
    now.apply(words);
  };
  return {
    typed,
    type: (text) => {
      setTyped(text);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(flush, PAUSE_MS);
    },
    flush,
    empty: () => {
      window.clearTimeout(timer.current);
      setTyped("");
    },
  };
}
