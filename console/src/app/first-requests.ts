// A script of its own, which runs while the bundle is on its way (tools/first-requests.ts): its imports stay few and small.
import type { TaskPage, User } from "@/api/types";
import { isOpenTo } from "@/features/tasks/neighbours";
import { PAGE_SIZE, readView } from "@/features/tasks/view";
import { accessToken } from "@/lib/access-token";
import type { Desk } from "@/lib/desk";
import { paths } from "@/lib/paths";

/** The queues whose pages were opened in this browser, by their address: asked for without waiting for the desk. */
const OPENED = "openedQueues";

/**
 * Asks for what the first page needs: the person, the desk, the queue and its first item. The console takes each answer
 * in the place of its own first request, and asks again for what is not here (src/api/asked-ahead.ts). Anywhere but on
 * the dashboard, which has its own code, it asks for the queue's `scripts` as well.
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
  const aList = [...params.keys()].every((name) => name === "item"); // a list with filters is the console's to ask for

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
    if (!response.ok) throw new Error(path); // whoever takes the answer sees the error
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
    return {}; // a value that cannot be read counts as none
  }
}
