import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";
import { type Desk, orderedQueues, useDesk } from "@/lib/desk";

const QUEUES_POLL_MS = 5_000; // lists poll every 5 s

/** The queues that this person may see with their figures, in the order of the desk. */
export function useQueues() {
  const desk = useDesk();
  const select = useCallback((all: QueueSummary[]) => inOrder(all, desk), [desk]);
  return useQuery({ ...read("/api/queues"), refetchInterval: QUEUES_POLL_MS, select });
}

/** Queues in the order of the desk; a queue declared after this session began comes last. */
export function inOrder(all: QueueSummary[], desk: Desk): QueueSummary[] {
  const order = orderedQueues(desk).map(({ name }) => name);
  const rank = ({ name }: QueueSummary) => (order.includes(name) ? order.indexOf(name) : order.length);
  return all.toSorted((a, b) => rank(a) - rank(b));
}
