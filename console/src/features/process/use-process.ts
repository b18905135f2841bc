import { useQuery } from "@tanstack/react-query";

import { read, readVersion } from "@/api/queries";
import type { History, TaskDetail } from "@/api/types";

type Process = TaskDetail["process"];

export const graphQuery = (kind: string) => ({ ...read("/api/processes/{kind}/graph", { path: { kind } }), staleTime: Infinity });

/**
 * A process's graph and history, and the last decision of the process that it overrides. The history is read again
 * whenever `version` changes, which must happen with every new entry.
 */
export function useProcess(process: Process, version: string) {
  const graph = useQuery(graphQuery(process.kind));
  const history = useHistory(process, version, ({ events }) => events);
  const { data: overridden } = useHistory(process, version, (whole) => whole.overridden);
  return { graph, history, overridden };
}

function useHistory<T>({ kind, id }: Process, version: string, select: (whole: History) => T) {
  const path = { kind, process_id: id };
  return useQuery({
    ...readVersion("/api/processes/{kind}/{process_id}/history", { path }, version),
    select,
    staleTime: 10_000,
    // keep the old answer during a refetch, but never that of another item
    placeholderData: (before, query) => (isSame(query?.queryKey[1].path, path) ? before : undefined),
  });
}

function isSame(shown: { kind: string; process_id: number } | undefined, wanted: { kind: string; process_id: number }): boolean {
  return shown?.kind === wanted.kind && shown.process_id === wanted.process_id;
}
