import type { QueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/error";
import type { LockAnswer, Person, TaskDetail } from "@/api/types";
import { deskState } from "@/features/command/desk-state";

import { type LockNote, type Sighting, sightingOf } from "./lock-state";

const notes = deskState<LockNote>("lock");

export const useLockNote = notes.use;

/** The server gave us the lock, or more time. */
export function noteMine(client: QueryClient, taskId: number, me: Person, answer: LockAnswer): void {
  write(client, taskId, {
    sighting: seen(me, answer.locked_since, answer.locked_until, answer.limit_at),
    had: answer.locked_until,
    loss: null,
    closed: null,
  });
}

/** An item that came with its lock: `next`, or ours still after the page was loaded again. */
export function noteOurs(client: QueryClient, task: TaskDetail, askedAt: number): void {
  write(client, task.task_id, { sighting: sightingOf(task, askedAt), had: task.locked_until, loss: null, closed: null });
}

/** We gave it back, or want to hear no more of having lost it. */
export function noteGivenBack(client: QueryClient, taskId: number): void {
  write(client, taskId, { sighting: seen(null), had: null, loss: null, closed: null });
}

export function forgetLoss(client: QueryClient, taskId: number): void {
  const known = notes.get(client, taskId);
  if (known) write(client, taskId, { ...known, had: null, loss: null });
}

export function noteClosed(client: QueryClient, taskId: number, by: Person | null, at: string | null): void {
  write(client, taskId, { sighting: null, had: null, loss: notes.get(client, taskId)?.loss ?? null, closed: { by, at } });
}

/** A refusal that tells of the lock says who has it, that nobody has, or that the task is decided. */
export function noteRefusal(client: QueryClient, taskId: number, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 409) return;
  const known = notes.get(client, taskId);
  const holder = error.holder ?? null;
  const loss = error.takenOver ?? known?.loss ?? null;
  if (known && loss !== known.loss) write(client, taskId, { ...known, loss });
  if (error.code === "task_closed") noteClosed(client, taskId, holder, error.since);
  if (error.code === "task_taken" || error.code === "lock_lost")
    write(client, taskId, {
      sighting: seen(holder, error.since, error.until),
      had: known?.had ?? null,
      loss,
      closed: null,
    });
}

function seen(
  holder: Person | null,
  since: string | null = null,
  until: string | null = null,
  limitAt: string | null = null,
): Sighting {
  return { at: performance.now(), holder, since, until, limitAt };
}

function write(client: QueryClient, taskId: number, note: LockNote): void {
  notes.set(client, note, taskId);
}
