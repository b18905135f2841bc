import type { TaskRow } from "@/api/types";

/** Whether no other person holds it or is assigned to it. */
export function isOpenTo(me: number, row: TaskRow): boolean {
  const held = row.locked && row.locked_id !== me;
  const assigned = row.assigned_to !== null && row.assigned_to.id !== me;
  return !held && !assigned;
}

/** Whether nobody holds it, and no other person is assigned to it. */
const isFree = (me: number, row: TaskRow) => !row.locked && isOpenTo(me, row);

interface List {
  tasks: readonly TaskRow[];
  nextUp: readonly number[];
}

/**
 * The task to open after another: the one that the server would serve next; if it does not say, the first of the list
 * that is open to this person. `isDone`: tasks that the person left after the server's answer; they come last.
 */
export function afterTask({ tasks, nextUp }: List, taskId: number, me: number, isDone: (id: number) => boolean): number | null {
  const closed = new Set(tasks.filter((row) => !isOpenTo(me, row)).map((row) => row.task_id));
  const inOrder = [...nextUp, ...tasks.map((row) => row.task_id)].filter((id) => id !== taskId && !closed.has(id));
  return inOrder.find((id) => !isDone(id)) ?? inOrder[0] ?? null;
}

/**
 * The free items of a list in the order in which the server would serve them; those that the person left since then
 * come last.
 */
export function freeOf({ tasks, nextUp }: List, me: number, isDone: (id: number) => boolean): number[] {
  const taken = new Set(tasks.filter((row) => !isFree(me, row)).map((row) => row.task_id));
  const inOrder = [...new Set([...nextUp, ...tasks.map((row) => row.task_id)])].filter((id) => !taken.has(id));
  return [...inOrder.filter((id) => !isDone(id)), ...inOrder.filter(isDone)];
}

/** The task above or below; without a current task, the first. Stops at either end. */
export function besideTask(tasks: readonly TaskRow[], taskId: number | null, step: 1 | -1): number | null {
  const at = tasks.findIndex((row) => row.task_id === taskId);
  const to = at === -1 ? 0 : Math.min(tasks.length - 1, Math.max(0, at + step));
  return tasks[to]?.task_id ?? null;
}

/** The tasks that a person who reads this one is likely to open next. */
export function aroundTask(tasks: readonly TaskRow[], taskId: number | null): number[] {
  const at = tasks.findIndex((row) => row.task_id === taskId);
  const near = at === -1 ? tasks.slice(0, 2) : [...tasks.slice(at + 1, at + 3), ...tasks.slice(Math.max(0, at - 1), at)];
  return near.map((row) => row.task_id);
}
