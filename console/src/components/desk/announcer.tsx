import { useSyncExternalStore } from "react";

interface Spoken {
  polite: string;
  assertive: string;
}

const NOTHING: Spoken = { polite: "", assertive: "" };
let spoken = NOTHING;
const listeners = new Set<() => void>();
const SILENT = "\u200b"; // appended, so that a repeated sentence is announced again
const TWICE_MS = 1_000; // two parts of the page may announce the same sentence: say it once
let last = { sentence: "", at: -Infinity };

/** Announces a sentence to screen readers. Polite: lock changes and results; assertive: refusals and losses. */
export function announce(sentence: string, urgency: keyof Spoken = "polite"): void {
  const at = performance.now();
  if (last.sentence === sentence && at - last.at < TWICE_MS) return;
  last = { sentence, at };
  spoken = { ...spoken, [urgency]: spoken[urgency] === sentence ? sentence + SILENT : sentence };
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) spoken = NOTHING;
  };
}

/** The two live regions. They are on the page, empty, from the start: screen readers announce only later changes. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => spoken);
  return (
    <>
      <p className="sr" aria-live="polite">
        {polite}
      </p>
      <p className="sr" aria-live="assertive">
        {assertive}
      </p>
    </>
  );
}
