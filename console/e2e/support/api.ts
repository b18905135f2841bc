import { randomUUID } from "node:crypto";

import type { EditedSubject } from "@/api/subjects";
import type { Decision, HistoryEntry, TaskDetail, TaskPage, TaskRow } from "@/api/types";

import { isFirst, PASSWORD, type Person } from "./staff";

type ReviewTask = TaskDetail & { subject: EditedSubject };
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The product as one person reaches it without a page: to prepare a test, and to do what others do meanwhile. */
export class Api {
  readonly person: Person;
  readonly token: string;

  private constructor(person: Person, token: string) {
    this.person = person;
    this.token = token;
  }

  static async signIn(person: Person): Promise<Api> {
    const { accessToken } = await call<{ accessToken: string }>("POST", "/auth/login", {
      email: person.email,
      password: PASSWORD,
    });
    return new Api(person, accessToken);
  }

  ask<T>(method: Method, path: string, body?: object): Promise<T> {
    return call<T>(method, path, body, this.token);
  }

  /**
   * A free item that no other test uses and nobody has edited; in `pending`, one about which nothing was decided, so
   * that its story has only what the test does. It comes from the end of the queue, because `next` takes from the
   * beginning, and it was there before the tests began, because a newer item belongs to the test that moved it there.
   */
  async pick(queue: string, fits: (row: TaskRow) => boolean = () => true): Promise<TaskRow> {
    const { items } = await this.ask<TaskPage>("GET", `/queues/${queue}/tasks?limit=200`);
    const began = process.env.DOCKET_E2E_BEGAN ?? "";
    const free = items.filter((one) => !one.locked && !one.assigned_to && one.created_at < began && fits(one));
    for (const row of free.reverse()) {
      if (!isFirst(`task-${row.task_id}`)) continue;
      const { subject, process } = await this.task(row.task_id);
      if (subject.revision > 1) continue;
      if (queue === "pending" && (await this.history(process.id)).some(({ action }) => action === "decide")) continue;
      return row;
    }
    throw new Error(`Nothing in ${queue} is free and fits.`);
  }

  /** What the test itself has brought in, by its words. */
  async find(queue: string, words: string): Promise<TaskRow> {
    const { items } = await this.ask<TaskPage>("GET", `/queues/${queue}/tasks?limit=200&q=${encodeURIComponent(words)}`);
    const [row] = items;
    if (!row) throw new Error(`Nothing in ${queue} has the words ${words}.`);
    return row;
  }

  /** The task of a review. */
  task(taskId: number): Promise<ReviewTask> {
    return this.ask("GET", `/tasks/${taskId}`);
  }

  claim(taskId: number): Promise<unknown> {
    return this.ask("PUT", `/tasks/${taskId}/lock`, {});
  }

  /** One's own number. */
  async id(): Promise<number> {
    return (await this.ask<{ id: number }>("GET", "/user/me")).id;
  }

  assign(taskId: number, userId: number, note: string): Promise<unknown> {
    return this.ask("PUT", `/tasks/${taskId}/assignee`, { user_id: userId, note });
  }

  release(taskId: number): Promise<unknown> {
    return this.ask("DELETE", `/tasks/${taskId}/lock`);
  }

  /** Takes an item from who has it, and lets it go again when it shall be free. */
  async takeOver(taskId: number, note = "It is needed elsewhere.", { keep = false } = {}): Promise<void> {
    await this.ask("POST", `/tasks/${taskId}/take-over`, { note });
    if (!keep) await this.release(taskId);
  }

  async decide(taskId: number, outcome: string, form: object = {}): Promise<Decision> {
    await this.claim(taskId);
    return this.ask("POST", `/tasks/${taskId}/decision`, { outcome, form });
  }

  async history(processId: number): Promise<HistoryEntry[]> {
    const path = `/processes/review_moderation/${processId}/history`;
    return (await this.ask<{ events: HistoryEntry[] }>("GET", path)).events;
  }
}

async function call<T>(method: Method, path: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(`${process.env.DOCKET_URL ?? ""}/api${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(method === "POST" && { "Idempotency-Key": randomUUID() }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
