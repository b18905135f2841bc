import type { TaskPage, TaskRow } from "@/api/types";

import type { Asked } from "./calls";

export interface ListedTask {
  row: TaskRow;
  askedAt: number;
}

/**
 * The rows of all pages, each task once. Pages are asked for one after the other, so a task that moves meanwhile
 * can stand on two: it keeps its first place, and the newer news of it.
 */
export function mergePages(pages: readonly Asked<TaskPage>[], hidden: ReadonlySet<number> = new Set()): ListedTask[] {
  const places = new Map<number, ListedTask>();
  for (const { value, askedAt } of pages) {
    for (const row of value.items) {
      const known = places.get(row.task_id);
      if (hidden.has(row.task_id)) continue;
      if (!known) places.set(row.task_id, { row, askedAt });
      else if (known.askedAt < askedAt) Object.assign(known, { row, askedAt });
    }
  }
  return [...places.values()];
}
