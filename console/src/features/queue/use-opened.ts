import { useEffect, useEffectEvent, useMemo } from "react";

import type { TaskRow } from "@/api/types";
import type { TaskList } from "@/features/tasks/use-task-list";
import type { ViewActions } from "@/features/tasks/use-view";

/**
 * The view in the address. If the address names no item, the first suitable one is opened, because the pane beside a
 * list is never left empty. It is shown at once, and the address is updated, except while the person is navigating to
 * another page.
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
