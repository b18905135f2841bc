export const NOTIFICATION_MS = 3_000; // spec, section 9

type Show = (sentence: string) => void;

let show: Show | null = null;
const waiting = new Set<string>();
const listeners = new Set<() => void>();

/** Says that something succeeded: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string): void {
  if (show) show(sentence);
  else waiting.add(sentence);
  listeners.forEach((listener) => listener());
}

/** For the one who draws them: whether anything was ever said, so that the drawing is loaded only then. */
export const notifications = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  wanted: (): boolean => show !== null || waiting.size > 0,
  /** Draws what was said so far and from now on. */
  drawWith: (next: Show): (() => void) => {
    show = next;
    waiting.forEach(next);
    waiting.clear();
    return () => {
      show = null;
    };
  },
};
