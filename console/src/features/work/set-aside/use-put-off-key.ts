import { draftKey } from "@/lib/drafts";

import { useMe } from "../lock/use-lock";

/** Under which the time to put an item off until is kept while it is typed. */
export function usePutOffKey(taskId: number): string {
  return draftKey(useMe().id, `putOff.${taskId}`);
}
