import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";
import { queues } from "@/lib/queues";

const QUEUES_POLL_MS = 5_000; // lists poll every 5 s

/** The queues this person may see, with what waits in them, in the order of the sidebar. */
export function useQueues() {
  return useQuery({ ...read("/api/queues"), refetchInterval: QUEUES_POLL_MS, select: inOrder });
}

const ORDER = Object.keys(queues);

/** Queues that the console does not know come last. */
export function inOrder(all: QueueSummary[]): QueueSummary[] {
  const place = ({ name }: QueueSummary) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return all.toSorted((a, b) => place(a) - place(b));
}
