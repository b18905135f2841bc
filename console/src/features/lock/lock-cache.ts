import type { QueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/error";
import type { LockAnswer, Person, TaskDetail, TaskRow } from "@/api/types";
import { deskState } from "@/lib/desk-state";

import { answeredBy, type LockAnswered, type LockState, withAnswer } from "./lock-state";

/** The locks of tasks, in the query cache. Every answer about a lock is stored here; the highest version wins. */
const locks = deskState<LockState>("lock");

export const useLockState = locks.use;

/** Stores the lock of a row or an item. */
export function storeLockOf(client: QueryClient, head: TaskRow | TaskDetail): void {
  // store the end first: a lock that ended with its task was not taken over by anybody
  if ("open" in head && !head.open) {
    if (!locks.get(client, head.task_id)?.closed) storeClosed(client, head.task_id, null, null);
  } else openAgain(client, head);
  store(client, head.task_id, answeredBy(head));
}

/** A decided task is open again if its decision was undone: its lock has a newer version then. */
function openAgain(client: QueryClient, { task_id: taskId, lock_version: version }: TaskRow | TaskDetail): void {
  const state = locks.get(client, taskId);
  if (state?.closed && version > state.version) storeReopened(client, taskId);
}

/** This person's decision was undone. */
export function storeReopened(client: QueryClient, taskId: number): void {
  storeRelease(client, taskId);
  change(client, taskId, (state) => ({ ...state, closed: null }));
}

/** Stores a lock that the server granted to this person or extended. */
export function storeLease(client: QueryClient, taskId: number, me: Person, answer: LockAnswer): void {
  const { lock_version: version, locked_since: since, locked_until: until, limit_at: limitAt } = answer;
  store(client, taskId, { version, holder: me, since, until, limitAt });
  change(client, taskId, (state) => ({ ...state, loss: null }));
}

/** Stores what a refusal says about the lock: its holder, that it is free, or that the task is decided. */
export function storeRefusedLock(client: QueryClient, taskId: number, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 409) return;
  const { code, holder = null, since, until, takenOver, lockVersion: version } = error;
  if (takenOver) change(client, taskId, (state) => ({ ...state, loss: takenOver }));
  if (code === "task_closed") storeClosed(client, taskId, holder, since);
  // a refusal because of an assignment names the assignee, without an end time
  if ((code === "task_taken" || code === "lock_lost") && version !== null)
    store(client, taskId, { version, holder: until ? holder : null, since, until, limitAt: null });
}

/** This person released the lock, so its end is not shown as a loss. */
export function storeRelease(client: QueryClient, taskId: number): void {
  // keep the version, so that an older answer cannot restore the lock
  change(client, taskId, (state) => ({ ...state, holder: null, since: null, until: null, limitAt: null, former: {}, loss: null }));
}

/** This person has dismissed the notice of the loss. */
export function forgetLoss(client: QueryClient, taskId: number): void {
  change(client, taskId, (state) => ({ ...state, former: {}, loss: null }));
}

/** Stores that the task has ended. `by` and `at` are null if the answer does not say who decided it, and when. */
export function storeClosed(client: QueryClient, taskId: number, by: Person | null, at: string | null): void {
  change(client, taskId, (state) => ({ ...state, closed: { by, at } }));
}

function store(client: QueryClient, taskId: number, answered: LockAnswered): void {
  const state = locks.get(client, taskId);
  const next = withAnswer(state, answered);
  if (next !== state) locks.set(client, next, taskId);
}

const INITIAL: LockState = {
  version: -1,
  holder: null,
  since: null,
  until: null,
  limitAt: null,
  former: {},
  loss: null,
  closed: null,
};

function change(client: QueryClient, taskId: number, next: (state: LockState) => LockState): void {
  locks.set(client, next(locks.get(client, taskId) ?? INITIAL), taskId);
}
