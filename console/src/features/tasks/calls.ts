import { answer, api } from "@/api/client";
import type { operations } from "@/api/schema";
import type {
  BulkAssignment,
  Colleague,
  Decision,
  Graph,
  HistoryEntry,
  Letter,
  LockAnswer,
  Reinstated,
  Revision,
  TaskDetail,
  TaskPage,
} from "@/api/types";

import type { Filters } from "./view";

export const PAGE_SIZE = 50;

/** An answer, and when it was asked for: of two that tell of one lock, the one asked for later is right. */
export interface Asked<T> {
  value: T;
  askedAt: number;
}

export async function fetchTasks(queue: string, filters: Filters, cursor: string, signal: AbortSignal): Promise<Asked<TaskPage>> {
  const askedAt = performance.now();
  const query = {
    limit: PAGE_SIZE,
    ...(cursor && { cursor }),
    ...(filters.rating && { rating: filters.rating }),
    ...(filters.flagged && { flagged: true }),
    ...(filters.company && { company: filters.company }),
    ...(filters.person && { person: filters.person }),
    ...(filters.q && { q: filters.q }),
    ...(filters.snoozed && { snoozed: true }),
  };
  const value = await answer(api.GET("/api/queues/{queue}/tasks", { params: { path: { queue }, query }, signal }));
  return { value, askedAt };
}

export async function fetchTask(taskId: number, signal: AbortSignal): Promise<Asked<TaskDetail>> {
  const askedAt = performance.now();
  const value = await answer(api.GET("/api/tasks/{task_id}", { params: taskPath(taskId), signal }));
  return { value, askedAt };
}

/** Claims the next free item; null when there is none. The key makes a second try take the same item. */
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

/** Holds what others have; they are told by whom it was taken and why. For head moderators. */
export function postTakeOver(taskId: number, note: string, key: string): Promise<LockAnswer> {
  return answer(
    api.POST("/api/tasks/{task_id}/take-over", {
      params: taskPath(taskId),
      body: { note },
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** Makes a task somebody's work. `takeOver`: although another person holds it. */
export async function putAssignee(taskId: number, userId: number, note: string, takeOver: boolean): Promise<void> {
  const body = { user_id: userId, note, take_over: takeOver };
  await answer(api.PUT("/api/tasks/{task_id}/assignee", { params: taskPath(taskId), body }));
}

/** Assigns many, or with null gives them back; each by itself. */
export function postAssignments(taskIds: number[], userId: number | null, note: string, takeOver: boolean, key: string): Promise<BulkAssignment> {
  return answer(
    api.POST("/api/tasks/assign", {
      body: { task_ids: taskIds, user_id: userId, note, take_over: takeOver },
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** Gives work back to everybody. */
export async function deleteAssignee(taskId: number, note: string): Promise<void> {
  await answer(api.DELETE("/api/tasks/{task_id}/assignee", { params: taskPath(taskId), body: { note } }));
}

/** Passes a task over: free again, and last in one's own turn for a day. */
export async function postSkip(taskId: number): Promise<void> {
  await answer(api.POST("/api/tasks/{task_id}/skip", { params: taskPath(taskId) }));
}

/** Puts a task off until a moment; null puts it back at once. */
export async function putSnooze(taskId: number, until: string | null): Promise<void> {
  await answer(api.PUT("/api/tasks/{task_id}/snooze", { params: taskPath(taskId), body: { until } }));
}

export async function putDraft(taskId: number, outcome: string, form: Record<string, unknown>): Promise<void> {
  await answer(api.PUT("/api/tasks/{task_id}/draft", { params: taskPath(taskId), body: { outcome, form } }));
}

/** Leaves a note, and tells the colleague who is named. */
export async function postNote(taskId: number, text: string, to: number | null, key: string): Promise<void> {
  await answer(
    api.POST("/api/tasks/{task_id}/notes", {
      params: taskPath(taskId),
      body: { text, ...(to !== null && { to }) },
      headers: { "Idempotency-Key": key },
    }),
  );
}

export function fetchColleagues(taskId: number, signal: AbortSignal): Promise<Colleague[]> {
  return answer(api.GET("/api/tasks/{task_id}/colleagues", { params: taskPath(taskId), signal }));
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

export async function fetchHistory(kind: string, processId: number, signal: AbortSignal): Promise<HistoryEntry[]> {
  const path = { kind, process_id: processId };
  const history = await answer(api.GET("/api/processes/{kind}/{process_id}/history", { params: { path }, signal }));
  return history.events;
}

export function fetchGraph(kind: string, signal: AbortSignal): Promise<Graph> {
  return answer(api.GET("/api/processes/{kind}/graph", { params: { path: { kind } }, signal }));
}

/** Reopens what has come to an end: a new process, and the task that it waits in. */
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
/** Of the words only those that change; `revision` is the number of the one that was read. */
export type RevisionBody = Pick<WholeRevision, "revision" | "reason"> & Partial<WholeRevision>;

/** Writes a new revision. The same again on the same revision is written once. */
export function patchReview(reviewId: number, body: RevisionBody): Promise<Revision> {
  return answer(api.PATCH("/api/review/{review_id}", { params: { path: { review_id: reviewId } }, body: body as WholeRevision }));
}

export function fetchRevisions(reviewId: number, signal: AbortSignal): Promise<Revision[]> {
  return answer(api.GET("/api/review/{review_id}/revisions", { params: { path: { review_id: reviewId } }, signal }));
}

/** What the author would read of a decision. */
export function fetchLetter(taskId: number, outcome: string, form: Record<string, unknown>, signal: AbortSignal): Promise<Letter> {
  return answer(api.POST("/api/tasks/{task_id}/statement", { params: taskPath(taskId), body: { outcome, form }, signal }));
}

function taskPath(taskId: number) {
  return { path: { task_id: taskId } };
}
