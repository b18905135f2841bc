// A separate script that runs while the bundle is loading (tools/first-requests.ts): keep its imports few and small.
import type { TaskPage, User } from "@/api/types";
import { isOpenTo } from "@/features/tasks/neighbours";
import { PAGE_SIZE, readView } from "@/features/tasks/view";
import { accessToken } from "@/lib/access-token";
import type { Desk } from "@/lib/desk";
import { paths } from "@/lib/paths";

/** The addresses of queue pages that were opened in this browser. They are requested without waiting for the desk. */
const OPENED = "openedQueues";

/**
 * Requests what the first page needs: the person, the desk, the queue and its first item. The console uses each answer
 * in place of its own first request, and requests again what is missing here (src/api/asked-ahead.ts). Except on the
 * dashboard, whose code is separate, it also loads the queue's `scripts`.
 */
export function askAhead(scripts: readonly string[] = []): void {
  const token = accessToken.get();
  if (token === null) return; // a visitor signs in first
  if (location.pathname !== paths.home) scripts.forEach(preload);
  const answers = new Map<string, Promise<Response>>();
  globalThis.askedAhead = { token, at: Date.now(), answers };
  const address = location.pathname;
  const params = new URLSearchParams(location.search);
  const { item } = readView(params, []);
  const aList = [...params.keys()].every((name) => name === "item"); // a list with filters is requested by the console

  const me = ask<User>("/api/user/me");
  const desk = ask<Desk>("/api/desk");
  const opened = readOpened();
  const expected = opened[address];
  if (expected && aList) void askForQueue(expected).catch(String);
  void nameQueue().catch(String);

  async function nameQueue() {
    const [{ cms_access }, { queues }] = await Promise.all([me, desk]);
    const queue = queues.find(({ path, permission }) => `/${path}` === address && cms_access.includes(permission));
    if (queue?.name === expected) return;
    localStorage.setItem(OPENED, JSON.stringify({ ...opened, [address]: queue?.name }));
    if (queue && aList) await askForQueue(queue.name);
  }

  async function askForQueue(queue: string) {
    if (item !== null) return Promise.all([ask(`/api/tasks/${item}`), ask(listOf(queue))]);
    const [{ id }, { items }] = await Promise.all([me, ask<TaskPage>(listOf(queue))]);
    const first = items.find((row) => isOpenTo(id, row));
    return first && ask(`/api/tasks/${first.task_id}`);
  }

  async function ask<T>(path: string): Promise<T> {
    const answer = fetch(path, { headers: { Accept: "application/json", Authorization: `Bearer ${String(token)}` } });
    answers.set(location.origin + path, answer);
    const response = await answer;
    if (!response.ok) throw new Error(path); // the caller that takes the answer sees the error
    return response.clone().json() as Promise<T>;
  }
}

function preload(href: string) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "", fetchPriority: "low" }));
}

const listOf = (queue: string) => `/api/queues/${queue}/tasks?limit=${PAGE_SIZE}`;

function readOpened(): Partial<Record<string, string>> {
  try {
    return (JSON.parse(localStorage.getItem(OPENED) ?? "{}") ?? {}) as Record<string, string>;
  } catch {
    return {}; // an unreadable value counts as empty
  }
}
