import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

/** The key of the draft of the time to put an item off until. */
export function usePutOffKey(taskId: number): string {
  return draftKey(useMe().id, `putOff.${taskId}`);
}
