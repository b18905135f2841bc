export const NOTIFICATION_MS = 3_000; // spec, section 9
export const FAILURE_MS = 8_000; // it is not expected, and says what to do

/** A button in the notification, such as Undo. */
export interface NotificationAction {
  label: string;
  run: () => void;
  /** The notification goes when this time has passed, even under the pointer: then the action is no longer possible. */
  forMs: number;
}

/** Success unless `failed`. */
interface Notification {
  /** What the sentence is about: the name of an item. */
  about?: string | undefined;
  action?: NotificationAction | undefined;
  failed?: boolean;
}

interface Drawing {
  show: (sentence: string, notification: Notification) => void;
  hide: (sentence: string) => void;
}

let drawing: Drawing | null = null;
const waiting = new Map<string, Notification>();
const listeners = new Set<() => void>();

/** Shows that something succeeded: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string, action?: NotificationAction, about?: string): void {
  show(sentence, { action, about });
}

/** Shows that something failed, at the same place, where nothing on the page could say it. */
export function notifyFailure(sentence: string): void {
  show(sentence, { failed: true });
}

function show(sentence: string, notification: Notification): void {
  if (drawing) drawing.show(sentence, notification);
  else waiting.set(sentence, notification);
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
  /** Shows the waiting notifications, and every later one. */
  drawWith: (next: Drawing): (() => void) => {
    drawing = next;
    waiting.forEach((notification, sentence) => next.show(sentence, notification));
    waiting.clear();
    return () => {
      drawing = null;
    };
  },
};
