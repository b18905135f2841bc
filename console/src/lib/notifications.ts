import { toast } from "sonner";

export const NOTIFICATION_MS = 3_000; // spec, section 9

/** Says that something succeeded: top centre, three seconds. The same sentence is never shown twice at once. */
export function notify(sentence: string): void {
  toast.success(sentence, { id: sentence, duration: NOTIFICATION_MS });
}
