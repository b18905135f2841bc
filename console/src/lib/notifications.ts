export const NOTIFICATION_MS = 3_000; // spec, section 9

/** One thing that may follow from it: taking it back. */
export interface NotificationAction {
  label: string;
  run: () => void;
}

type Show = (sentence: string, action?: NotificationAction) => void;

let show: Show | null = null;
const waiting = new Map<string, NotificationAction | undefined>();
const listeners = new Set<() => void>();

/** Says that something succeeded: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string, action?: NotificationAction): void {
  if (show) show(sentence, action);
  else waiting.set(sentence, action);
  listeners.forEach((listener) => listener());
}

/** For the toaster: whether there was any notification, so that its code is loaded only then. */
export const notifications = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  wanted: (): boolean => show !== null || waiting.size > 0,
  /** Draws what was said so far and from now on. */
  drawWith: (next: Show): (() => void) => {
    show = next;
    waiting.forEach((action, sentence) => next(sentence, action));
    waiting.clear();
    return () => {
      show = null;
    };
  },
};
