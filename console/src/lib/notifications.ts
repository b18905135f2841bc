export const NOTIFICATION_MS = 3_000; // spec, section 9
export const FAILURE_MS = 8_000; // longer, because a failure is unexpected, and the sentence says what to do

/** A button in the notification, such as Undo. */
export interface NotificationAction {
  label: string;
  run: () => void;
  /** After this time the action is no longer possible, so the notification is hidden, even under the pointer. */
  forMs: number;
}

/** Success unless `failed`. */
interface Notification {
  /** The thing that the sentence is about: the name of an item. */
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

/** Shows a success: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string, action?: NotificationAction, about?: string): void {
  show(sentence, { action, about });
}

/** Shows a failure in the same place. Only if nothing on the page can say it. */
export function notifyFailure(sentence: string): void {
  show(sentence, { failed: true });
}

function show(sentence: string, notification: Notification): void {
  if (drawing) drawing.show(sentence, notification);
  else waiting.set(sentence, notification);
  listeners.forEach((listener) => listener());
}

/** Hides a notification that is no longer true. */
export function withdraw(sentence: string): void {
  waiting.delete(sentence);
  drawing?.hide(sentence);
}

/** For the toaster: whether there has been a notification, because its code is loaded only then. */
export const notifications = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  wanted: (): boolean => drawing !== null || waiting.size > 0,
  /**
   * Sets the function that shows notifications: those waiting, and all later ones. Returns a function that removes it.
   */
  drawWith: (next: Drawing): (() => void) => {
    drawing = next;
    waiting.forEach((notification, sentence) => next.show(sentence, notification));
    waiting.clear();
    return () => {
      drawing = null;
    };
  },
};
