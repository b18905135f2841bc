export const NOTIFICATION_MS = 3_000; // spec, section 9

/** One thing that may follow from it: taking it back. */
export interface NotificationAction {
  label: string;
  run: () => void;
  /** The notification goes when this time has passed, even under the pointer: then the action is no longer possible. */
  forMs: number;
}

interface Drawing {
  show: (sentence: string, action?: NotificationAction) => void;
  hide: (sentence: string) => void;
}

let drawing: Drawing | null = null;
const waiting = new Map<string, NotificationAction | undefined>();
const listeners = new Set<() => void>();

/** Says that something succeeded: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string, action?: NotificationAction): void {
  if (drawing) drawing.show(sentence, action);
  else waiting.set(sentence, action);
  listeners.forEach((listener) => listener());
}

/** Takes a notification away: what it says is no longer so. */
export function withdraw(sentence: string): void {
  waiting.delete(sentence);
  drawing?.hide(sentence);
}

/** For the toaster: whether there was any notification, so that its code is loaded only then. */
export const notifications = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  wanted: (): boolean => drawing !== null || waiting.size > 0,
  /** Draws what was said so far and from now on. */
  drawWith: (next: Drawing): (() => void) => {
    drawing = next;
    waiting.forEach((action, sentence) => next.show(sentence, action));
    waiting.clear();
    return () => {
      drawing = null;
    };
  },
};
