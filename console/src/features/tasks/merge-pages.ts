import type { TaskPage, TaskRow } from "@/api/types";

/**
 * The rows of all pages, each task once. Pages are read one after the other, so a task that moves meanwhile can be on
 * two of them: it keeps its first place, with the data of the later page.
 */
export function mergePages(pages: readonly TaskPage[], hidden: ReadonlySet<number> = new Set()): TaskRow[] {
  const rows = new Map<number, TaskRow>();
  for (const row of pages.flatMap(({ items }) => items)) if (!hidden.has(row.task_id)) rows.set(row.task_id, row);
  return [...rows.values()];
}
