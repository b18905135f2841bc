import { useQuery } from "@tanstack/react-query";

import { read, readVersion } from "@/api/queries";
import type { TaskDetail } from "@/api/types";

type Process = TaskDetail["process"];

export const graphQuery = (kind: string) => ({ ...read("/api/processes/{kind}/graph", { path: { kind } }), staleTime: Infinity });

/** A process's graph and its history. `version` changes with everything that adds an entry: the history is read again. */
export function useProcess({ kind, id }: Process, version: string) {
  const graph = useQuery(graphQuery(kind));
  const path = { kind, process_id: id };
  const history = useQuery({
    ...readVersion("/api/processes/{kind}/{process_id}/history", { path }, version),
    select: ({ events }) => events,
    staleTime: 10_000,
    // while it is read again the old one stays; another item's never does
    placeholderData: (before, query) => (isSame(query?.queryKey[1].path, path) ? before : undefined),
  });
  return { graph, history };
}

function isSame(shown: { kind: string; process_id: number } | undefined, wanted: { kind: string; process_id: number }): boolean {
  return shown?.kind === wanted.kind && shown.process_id === wanted.process_id;
}
