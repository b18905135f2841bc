import type { QueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/error";
import type { LockAnswer, Person, TaskDetail, TaskRow } from "@/api/types";
import { deskState } from "@/lib/desk-state";

import { answeredBy, type LockAnswered, type LockState, withAnswer } from "./lock-state";

/** The one place where a task's lock is kept: the query cache. Each answer about it is written here, newest wins. */
const locks = deskState<LockState>("lock");

export const useLockState = locks.use;

/** A row of a list, or an item. */
export function hearHead(client: QueryClient, head: TaskRow | TaskDetail): void {
  // first: a lock that is gone because the task is decided was taken by nobody
  if ("open" in head && !head.open && !locks.get(client, head.task_id)?.closed) hearClosed(client, head.task_id, null, null);
  hear(client, head.task_id, answeredBy(head));
}

/** The server gave this person the lock, or more time. */
export function hearLease(client: QueryClient, taskId: number, me: Person, answer: LockAnswer): void {
  const { lock_version: version, locked_since: since, locked_until: until, limit_at: limitAt } = answer;
  hear(client, taskId, { version, holder: me, since, until, limitAt });
  change(client, taskId, (state) => ({ ...state, loss: null }));
}

/** A refusal that tells of the lock says who has it, that nobody has, or that the task is decided. */
export function hearRefusal(client: QueryClient, taskId: number, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 409) return;
  const { code, holder = null, since, until, takenOver, lockVersion: version } = error;
  if (takenOver) change(client, taskId, (state) => ({ ...state, loss: takenOver }));
  if (code === "task_closed") hearClosed(client, taskId, holder, since);
  // a refusal because of an assignment names the assignee, and no time until when
  if ((code === "task_taken" || code === "lock_lost") && version !== null)
    hear(client, taskId, { version, holder: until ? holder : null, since, until, limitAt: null });
}

/** This person gave it back: that it has ended is no loss. */
export function hearGivenBack(client: QueryClient, taskId: number): void {
  // the version stays: whatever happened since is newer, and an older answer cannot bring the lock back
  change(client, taskId, (state) => ({ ...state, holder: null, since: null, until: null, limitAt: null, former: {}, loss: null }));
}

/** This person has read of their loss, and wants to hear no more of it. */
export function forgetLoss(client: QueryClient, taskId: number): void {
  change(client, taskId, (state) => ({ ...state, former: {}, loss: null }));
}

export function hearClosed(client: QueryClient, taskId: number, by: Person | null, at: string | null): void {
  change(client, taskId, (state) => ({ ...state, closed: { by, at } }));
}

function hear(client: QueryClient, taskId: number, answered: LockAnswered): void {
  const state = locks.get(client, taskId);
  const next = withAnswer(state, answered);
  if (next !== state) locks.set(client, next, taskId);
}

const UNHEARD: LockState = {
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
  locks.set(client, next(locks.get(client, taskId) ?? UNHEARD), taskId);
}
