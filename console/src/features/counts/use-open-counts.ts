import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";

import { counts } from "./use-counts";

/** How many items are open, by the name of a queue or of a view. */
export type OpenCounts = Readonly<Record<string, number>>;

/**
 * How many items are open. Two requests count them at different times; the newer answer holds for the sidebar, the head
 * of a queue and the dashboard alike, so that they never differ. It sends no request itself.
 */
export function useOpenCounts(): OpenCounts | undefined {
  const ofAll = useQuery({ ...counts, enabled: false });
  const ofQueues = useQuery({ ...read("/api/queues"), enabled: false });
  const isNewer = ofQueues.dataUpdatedAt > ofAll.dataUpdatedAt;
  return useMemo(() => {
    const queues = Object.fromEntries(ofQueues.data?.map(({ name, open }) => [name, open]) ?? []);
    return ofAll.data && (isNewer ? { ...ofAll.data, ...queues } : { ...queues, ...ofAll.data });
  }, [ofAll.data, ofQueues.data, isNewer]);
}

/** The figures of queues, with the newest numbers of open items. */
export function useCounted(queues: QueueSummary[] | undefined): QueueSummary[] | undefined {
  const open = useOpenCounts();
  return useMemo(() => queues?.map((queue) => ({ ...queue, open: open?.[queue.name] ?? queue.open })), [queues, open]);
}
