import { answer, api } from "@/api/client";
import type { operations } from "@/api/schema";
import type { BulkAssignment, Decision, Letter, LockAnswer, Reinstated, Reopened, Revision, TaskDetail } from "@/api/types";

/** Claims the next free item; null if there is none. With the same key, a retry claims the same item. */
export async function takeNext(queue: string, key: string): Promise<TaskDetail | null> {
  const task = await answer<TaskDetail | undefined>(
    api.POST("/api/queues/{queue}/next", { params: { path: { queue } }, headers: { "Idempotency-Key": key } }),
  );
  return task ?? null;
}

export function putLock(taskId: number, extend: boolean): Promise<LockAnswer> {
  return answer(api.PUT("/api/tasks/{task_id}/lock", { params: taskPath(taskId), body: { extend } }));
}

export async function deleteLock(taskId: number): Promise<void> {
  await answer(api.DELETE("/api/tasks/{task_id}/lock", { params: taskPath(taskId) }));
}

/** Takes a task over; the former holder is notified with the reason. For head moderators. */
export function postTakeOver(taskId: number, note: string, key: string): Promise<LockAnswer> {
  return answer(
    api.POST("/api/tasks/{task_id}/take-over", {
      params: taskPath(taskId),
      body: { note },
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** Assigns a task; with `takeOver` even if another person holds it. */
export async function putAssignee(taskId: number, userId: number, note: string, takeOver: boolean): Promise<void> {
  const body = { user_id: userId, note, take_over: takeOver };
  await answer(api.PUT("/api/tasks/{task_id}/assignee", { params: taskPath(taskId), body }));
}

/** Assigns several tasks without a note, or unassigns them (null); each succeeds or is refused on its own. */
export function postAssignees(taskIds: number[], userId: number | null): Promise<BulkAssignment> {
  return answer(api.POST("/api/tasks/assign", { body: { task_ids: taskIds, user_id: userId, note: "", take_over: false } }));
}

/** Unassigns a task. */
export async function deleteAssignee(taskId: number, note: string): Promise<void> {
  await answer(api.DELETE("/api/tasks/{task_id}/assignee", { params: taskPath(taskId), body: { note } }));
}

/** Skips a task: it is released, and `next` offers it to this person last for a day. */
export async function postSkip(taskId: number): Promise<void> {
  await answer(api.POST("/api/tasks/{task_id}/skip", { params: taskPath(taskId) }));
}

/** Undoes a skip. */
export async function deleteSkip(taskId: number): Promise<void> {
  await answer(api.DELETE("/api/tasks/{task_id}/skip", { params: taskPath(taskId) }));
}

/** Puts a task off until a time; null puts it back at once. */
export async function putSnooze(taskId: number, until: string | null): Promise<void> {
  await answer(api.PUT("/api/tasks/{task_id}/snooze", { params: taskPath(taskId), body: { until } }));
}

export async function putDraft(taskId: number, outcome: string, form: Record<string, unknown>): Promise<void> {
  await answer(api.PUT("/api/tasks/{task_id}/draft", { params: taskPath(taskId), body: { outcome, form } }));
}

/** Adds a note and notifies the named colleague. */
export async function postNote(taskId: number, text: string, to: number | null, key: string): Promise<void> {
  await answer(
    api.POST("/api/tasks/{task_id}/notes", {
      params: taskPath(taskId),
      body: { text, ...(to !== null && { to }) },
      headers: { "Idempotency-Key": key },
    }),
  );
}

export interface DecisionBody {
  outcome: string;
  form: Record<string, unknown>;
  revision?: number;
}

export function postDecision(taskId: number, body: DecisionBody, key: string): Promise<Decision> {
  return answer(
    api.POST("/api/tasks/{task_id}/decision", {
      params: taskPath(taskId),
      body,
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** Undoes this person's decision; the task is open again. */
export function postUndo(taskId: number, key: string): Promise<Reopened> {
  return answer(
    api.POST("/api/tasks/{task_id}/undo", { params: taskPath(taskId), headers: { "Idempotency-Key": key } }),
  );
}

/** Reopens an ended item; returns the new process and its open task. */
export function postReinstatement(process: TaskDetail["process"], notes: string, key: string): Promise<Reinstated> {
  const path = { kind: process.kind, process_id: process.id };
  return answer(
    api.POST("/api/processes/{kind}/{process_id}/reinstatement", {
      params: { path },
      body: { notes },
      headers: { "Idempotency-Key": key },
    }),
  );
}

type WholeRevision = NonNullable<operations["reviseReview"]["requestBody"]>["content"]["application/json"];
/** Only the fields that change; `revision` is the number of the revision that was read. */
export type RevisionBody = Pick<WholeRevision, "revision" | "reason"> & Partial<WholeRevision>;

/** Writes a new revision. The same change of the same revision is written only once. */
export function patchReview(reviewId: number, body: RevisionBody): Promise<Revision> {
  return answer(api.PATCH("/api/review/{review_id}", { params: { path: { review_id: reviewId } }, body: body as WholeRevision }));
}

/** The letter that the author would get for a decision. */
export function fetchLetter(taskId: number, outcome: string, form: Record<string, unknown>, signal: AbortSignal): Promise<Letter> {
  return answer(api.POST("/api/tasks/{task_id}/statement", { params: taskPath(taskId), body: { outcome, form }, signal }));
}

function taskPath(taskId: number) {
  return { path: { task_id: taskId } };
}
