import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { read } from "@/api/queries";

import { counts } from "./use-counts";

/** How many items are open, by the name of a queue or of a view. */
export type OpenCounts = Readonly<Record<string, number>>;

/**
 * How many items are open. Two requests count them at different times; the newer answer holds for the sidebar, the head
 * of a queue and the dashboard alike, so that they never differ. Sends no request. The frame gives it to its pages as
 * the outlet's context: a module that all of them import would become one more file of the first screen.
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
