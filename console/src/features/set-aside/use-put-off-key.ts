import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

/** Under which the time to put an item off until is kept while it is typed. */
export function usePutOffKey(taskId: number): string {
  return draftKey(useMe().id, `putOff.${taskId}`);
}
