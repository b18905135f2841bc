import { useEffect, useRef, useState } from "react";

import { useLatest } from "./use-latest";

const PAUSE_MS = 300; // after the last letter

/** Words that narrow a list, as they stand in their field. */
export interface Words {
  typed: string;
  type: (text: string) => void;
  /** Applies the words that are typed at once. */
  flush: () => void;
  /** Empties the field and applies nothing: the caller removes the words together with other filters. */
  empty: () => void;
}

/**
 * Words that are applied while they are typed: `apply` gets them, trimmed, when the person pauses. `applied` are those by
 * which the list is narrowed; where they change elsewhere, the field shows them.
 */
export function useWords(applied: string, apply: (words: string) => void): Words {
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  const [own, setOwn] = useState<string | null>(null);
  // words of our own that come back are not put into the field: more may be typed there by now
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
