import type { TaskRow } from "@/api/types";

/** Nobody else holds it, and it is assigned to nobody else. */
export function isOpenTo(me: number, row: TaskRow): boolean {
  const held = row.locked && row.locked_id !== me;
  const assigned = row.assigned_to !== null && row.assigned_to.id !== me;
  return !held && !assigned;
}

/** What to read next after a task has left the list: the next one that is free, or else the nearest before it. */
export function afterTask(tasks: readonly TaskRow[], taskId: number, me: number): number | null {
  const at = tasks.findIndex((row) => row.task_id === taskId);
  const before = tasks.slice(0, Math.max(0, at)).reverse();
  const after = tasks.slice(at + 1);
  return [...after, ...before].find((task) => isOpenTo(me, task))?.task_id ?? null;
}

/** One step up or down; from nowhere, the first. At an end it stays. */
export function besideTask(tasks: readonly TaskRow[], taskId: number | null, step: 1 | -1): number | null {
  const at = tasks.findIndex((row) => row.task_id === taskId);
  const to = at === -1 ? 0 : Math.min(tasks.length - 1, Math.max(0, at + step));
  return tasks[to]?.task_id ?? null;
}

/** The tasks that a person at this one is likely to open next. */
export function aroundTask(tasks: readonly TaskRow[], taskId: number | null): number[] {
  const at = tasks.findIndex((row) => row.task_id === taskId);
  const near = at === -1 ? tasks.slice(0, 2) : [...tasks.slice(at + 1, at + 3), ...tasks.slice(Math.max(0, at - 1), at)];
  return near.map((row) => row.task_id);
}
