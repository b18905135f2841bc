import { orderedQueues, type Queue, useDesk } from "@/lib/desk";

const KIND = "decision_check"; // the process of second looks

/** The queues of second looks, first the one in which they are decided. */
export function useCheckQueues(): Queue[] {
  return orderedQueues(useDesk()).filter(({ kinds, view }) => !view && kinds.includes(KIND));
}
