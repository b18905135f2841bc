import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { read } from "@/api/queries";

import { counts } from "./use-counts";

/** How many items are open, by the name of a queue or a view. */
export type OpenCounts = Readonly<Record<string, number>>;

/**
 * How many items are open. Two requests count them at different times; the newer answer is used for the sidebar, a
 * queue's header and the dashboard alike, so that they never differ. Sends no request. The frame passes the counts to
 * its pages as outlet context, because a shared module would be one more file on the first screen.
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
