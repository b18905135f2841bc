import { http, HttpResponse } from "msw";

import type { AsideRow, DecisionRow, TaskDetail, TaskRow } from "@/api/types";
import { refusal } from "@/testing/handlers";

import { aDecision, aPage, aRow, aTask, CALLUM, heldBy, nextVersion } from "./factories";
import { GRAPH } from "./graph";

const free = () => ({
  locked: false,
  locked_by: "Unknown user",
  locked_id: 0,
  locked_since: null,
  locked_until: null,
  lock_version: nextVersion(),
});

interface Call {
  method: string;
  path: string;
  key: string | null;
  body: unknown;
}

/** A server with a queue of free tasks that accepts everything; a test overrides what differs. */
export function aDesk(ids: readonly number[], special: (id: number) => Partial<TaskDetail> = () => ({})) {
  const tasks = new Map(ids.map((id) => [id, aTask(id, special(id))]));
  const calls: Call[] = [];
  const decisions: DecisionRow[] = [];
  const asides: AsideRow[] = [];
  const upNext: number[] = [];
  /** Tasks in their state before the decision. */
  const before = new Map<number, TaskDetail>();
  const note = async (request: Request) => {
    const text = await request.clone().text();
    const { pathname: path } = new URL(request.url);
    const key = request.headers.get("Idempotency-Key");
    calls.push({ method: request.method, path, key, body: text ? (JSON.parse(text) as unknown) : null });
  };
  const idOf = (value: unknown) => Number(value);
  const rows = (putOff: boolean): TaskRow[] =>
    [...tasks.values()].filter((task) => task.open && (task.snoozed_until !== null) === putOff).map(toRow);

  const handlers = [
    http.get("*/api/queues/:queue/tasks", ({ request }) => {
      const page = aPage(rows(new URL(request.url).searchParams.get("snoozed") === "true"));
      const free = page.items.filter(({ locked, task_id }) => !locked && !upNext.includes(task_id)).map((row) => row.task_id);
      return HttpResponse.json({ ...page, next_up: [...upNext.filter((id) => tasks.get(id)?.open), ...free] });
    }),
    http.post("*/api/queues/:queue/next", async ({ request }) => {
      await note(request);
      const all = [...upNext.flatMap((id) => tasks.get(id) ?? []), ...tasks.values()];
      const next = all.find((task) => task.open && !task.locked);
      return next ? HttpResponse.json(hold(next)) : new HttpResponse(null, { status: 204 });
    }),
    http.get("*/api/tasks/:id", ({ params }) => {
      const task = tasks.get(idOf(params.id));
      return task ? HttpResponse.json(task) : refusal(404, "not_found");
    }),
    http.put("*/api/tasks/:id/lock", async ({ request, params }) => {
      await note(request);
      const task = tasks.get(idOf(params.id)) ?? aTask(idOf(params.id));
      return HttpResponse.json({ ...leaseOf(hold(task)), limit_at: at(30) });
    }),
    http.post("*/api/tasks/:id/take-over", async ({ request, params }) => {
      await note(request);
      return HttpResponse.json({ ...leaseOf(hold(put(idOf(params.id), { assigned_to: null }))), limit_at: at(30) });
    }),
    http.delete("*/api/tasks/:id/lock", async ({ request, params }) => {
      await note(request);
      put(idOf(params.id), free());
      return new HttpResponse(null, { status: 204 });
    }),
    http.put("*/api/tasks/:id/draft", () =>
      HttpResponse.json({ outcome: "reject", form: {}, saved_at: "2026-11-20T09:00:00Z" }),
    ),
    http.post("*/api/tasks/:id/skip", async ({ request, params }) => {
      await note(request);
      put(idOf(params.id), free());
      return new HttpResponse(null, { status: 204 });
    }),
    http.put("*/api/tasks/:id/snooze", async ({ request, params }) => {
      await note(request);
      const { until } = (await request.json()) as { until: string | null };
      put(idOf(params.id), { ...free(), snoozed_until: until });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("*/api/tasks/:id/decision", async ({ request, params }) => {
      await note(request);
      const id = idOf(params.id);
      const { outcome: name } = (await request.clone().json()) as { outcome: string };
      const outcome = [...(tasks.get(id)?.outcomes ?? []), ...aTask(id).outcomes].find((one) => one.name === name);
      const made = { decided_at: at(0), undo_until: outcome?.undo ? at(15) : null };
      before.set(id, tasks.get(id) ?? aTask(id));
      put(id, { ...free(), open: false, outcomes: [] });
      const { title } = aRow(id).summary;
      decisions.unshift(aDecision(id, { outcome: name, label: outcome?.label ?? name, title, ...made }));
      return HttpResponse.json({
        status: "queued",
        next: { task_id: 900, queue: "queued", due_at: at(15), undo: "recall" },
        ...made,
      });
    }),
    http.get("*/api/user/me/decisions", () => HttpResponse.json(decisions)),
    http.get("*/api/user/me/aside", () => HttpResponse.json(asides)),
    http.post("*/api/tasks/:id/undo", async ({ request, params }) => {
      await note(request);
      const id = idOf(params.id);
      const task = put(id, { ...(before.get(id) ?? tasks.get(id) ?? aTask(id)), ...free() });
      decisions.splice(decisions.findIndex((one) => one.task_id === id), 1);
      return HttpResponse.json({ status: "pending", task_id: id, queue: task.queue });
    }),
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [] })),
    http.get("*/api/processes/:kind/graph", () => HttpResponse.json(GRAPH)),
  ];

  function put(id: number, change: Partial<TaskDetail>): TaskDetail {
    const task = { ...(tasks.get(id) ?? aTask(id)), ...change };
    tasks.set(id, task);
    return task;
  }
  /** The signed-in person in these tests has the id 2. */
  function hold(task: TaskDetail): TaskDetail {
    return put(task.task_id, heldBy({ id: 2, name: "Marta Ellwood" }));
  }

  return {
    handlers,
    calls,
    /** This person's decisions, as the server lists them, newest first. */
    decisions,
    /** The items skipped or put off, as the server lists them. */
    asides,
    /** Tasks that the server serves before all others, whatever their place in the list. */
    upNext,
    change: put,
    /** The calls to paths with this ending, in order. */
    sent: (method: string, ending: string) =>
      calls.filter((call) => call.method === method && call.path.endsWith(ending)),
  };
}

function leaseOf({ locked_since, locked_until, lock_version }: TaskDetail) {
  return { locked_since, locked_until, lock_version };
}

function at(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

function toRow({ subject, ...task }: TaskDetail): TaskRow {
  const { task_id: id } = task;
  const row = aRow(id);
  const { locked, locked_by, locked_id, locked_since, locked_until, lock_version, assigned_to, due_at } = task;
  const put_off = task.snoozed_until === null ? null : { until: task.snoozed_until, by: CALLUM };
  const summary = { ...row.summary, title: subject.title, rating: "rating" in subject ? subject.rating : null };
  return { ...row, locked, locked_by, locked_id, locked_since, locked_until, lock_version, assigned_to, due_at, put_off, summary };
}
