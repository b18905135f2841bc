import { useCallback, useMemo, useState } from "react";

import type { TaskRow } from "@/api/types";

export interface Selection {
  /** The selected items that are still in the list, in its order. */
  tasks: readonly TaskRow[];
  has: (taskId: number) => boolean;
  toggle: (taskId: number) => void;
  all: () => void;
  clear: () => void;
}

/** A selection of items of a list. An item that leaves the list also leaves the selection. */
export function useSelection(tasks: readonly TaskRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const selected = useMemo(() => tasks.filter((row) => ids.has(row.task_id)), [tasks, ids]);

  const toggle = useCallback((taskId: number) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(taskId)) after.add(taskId);
      return after;
    });
  }, []);
  const all = useCallback(() => setIds(new Set(tasks.map((row) => row.task_id))), [tasks]);
  const clear = useCallback(() => setIds(new Set()), []);

  return useMemo(
    () => ({ tasks: selected, has: (taskId: number) => ids.has(taskId), toggle, all, clear }),
    [selected, ids, toggle, all, clear],
  );
}
