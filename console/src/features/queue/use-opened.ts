import { useEffect, useEffectEvent, useMemo } from "react";

import type { TaskRow } from "@/api/types";
import type { TaskList } from "@/features/tasks/use-task-list";
import type { ViewActions } from "@/features/tasks/use-view";

/**
 * The view of the address. Where the address names no item, the first that fits: beside a list there is always
 * something to read, if there is anything. It is shown at once, and the address follows, but not while another page is
 * on its way.
 */
export function useOpened(address: ViewActions, list: TaskList, fits: (row: TaskRow) => boolean): ViewActions {
  const isOpen = address.phone || address.item !== null || list.changing;
  const first = isOpen ? undefined : list.tasks.find(fits)?.task_id;
  const begin = useEffectEvent(address.begin);
  const { leaving } = address;
  useEffect(() => {
    if (first !== undefined && !leaving) begin(first);
  }, [first, leaving]);
  return useMemo(() => (first === undefined ? address : { ...address, item: first }), [address, first]);
}
