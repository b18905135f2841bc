import { queryOptions, useQuery } from "@tanstack/react-query";

import type { TaskDetail } from "@/api/types";
import { fetchGraph, fetchHistory } from "@/features/tasks/calls";

type Process = TaskDetail["process"];

/** `version` changes with everything that adds an entry, so that the timeline is read again. */
export const historyQuery = ({ kind, id }: Process, version: string) =>
  queryOptions({
    queryKey: ["history", kind, id, version],
    queryFn: ({ signal }) => fetchHistory(kind, id, signal),
    staleTime: 10_000,
    // while it is read again the old one stays; another item's never does
    placeholderData: (kept, query) => (query?.queryKey[1] === kind && query.queryKey[2] === id ? kept : undefined),
  });

export const graphQuery = (kind: string) =>
  queryOptions({ queryKey: ["graph", kind], queryFn: ({ signal }) => fetchGraph(kind, signal), staleTime: Infinity });

export function useProcess(process: Process, version: string) {
  const graph = useQuery(graphQuery(process.kind));
  const history = useQuery(historyQuery(process, version));
  return { graph, history };
}
