import { http, HttpResponse, type PathParams } from "msw";

import type { Counts, QueueSummary } from "@/api/types";

import { aDesk, aHeadModerator, aQueue, counts, someFigures } from "./factories";

export const PASSWORD = "Docket-demo-1";

export const FIGURES = {
  held: 1,
  assigned: 3,
  overdue: 1,
  oldest_at: "2026-11-20T08:00:00Z",
  average_age_seconds: 3_600,
  queues: [],
  decided_today: 12,
  decided_lately: 240,
  batched_today: 5,
  batched_lately: 120,
  rejected_share: 0.25,
  median_seconds: 42,
  skipped_today: 2,
};

/** Requests of pages that a test visits without being about them. */
const BESIDE = [
  ...["company/:id", "company/:id/months", "audit/company/:id", "group/:id", "user/:id", "review/:id", "tag/:id", "tickets/:id"],
  ...["banned-words", "banned-words/version"],
];

/** The API without failures. A test overrides what differs with `server.use`. */
export const handlers = [
  http.get("*/healthz", () => HttpResponse.json({ database: "ok" })),
  http.post("*/api/auth/login", async ({ request }) => {
    const { password } = (await request.json()) as { password: string };
    return password === PASSWORD
      ? HttpResponse.json({ accessToken: "fresh-token", user: aHeadModerator() })
      : refusal(401, "bad_credentials");
  }),
  http.get("*/api/auth/options", () =>
    HttpResponse.json({ registration: false, mail: true, password: true, provider: null, passkeys: false }),
  ),
  http.post("*/api/auth/link", () => HttpResponse.json({ email: "ada@docket.example", expires_at: "2026-11-21T08:40:00Z" })),
  http.post("*/api/auth/logout", () => new HttpResponse(null, { status: 204 })),
  http.get("*/api/user/me", () => HttpResponse.json(aHeadModerator())),
  http.get("*/api/desk", () => HttpResponse.json(aDesk())),
  http.get("*/api/cms/counts", async ({ request }) => HttpResponse.json(counts(await openIn(new URL("/api/queues", request.url))))),
  http.put("*/api/presence/:kind/:id", () => HttpResponse.json([])),
  http.delete("*/api/presence/:kind/:id", () => new HttpResponse(null, { status: 204 })),
  http.get("*/api/user/me/figures", () => HttpResponse.json(FIGURES)),
  http.get("*/api/dashboard", () => HttpResponse.json(someFigures())),
  http.get("*/api/user/me/escalations", () => HttpResponse.json([])),
  http.get("*/api/user/me/decisions", () => HttpResponse.json([])),
  http.get("*/api/user/me/aside", () => HttpResponse.json([])),
  http.get("*/api/jobs/failed", () => HttpResponse.json({ count: 0, oldest_at: null, items: [] })),
  http.get("*/api/user/me/access", () => HttpResponse.json({ cms_access: [] })),
  http.get("*/api/permissions/granters", () => HttpResponse.json({ items: [] })),
  http.get("*/api/testimonials/counts", () => HttpResponse.json({ items: [] })),
  http.get("*/api/mail/quarantine/count", () => HttpResponse.json({ waiting: 0 })),
  http.get("*/api/mentions", () => HttpResponse.json([])),
  http.get("*/api/queues", () =>
    HttpResponse.json([aQueue({ name: "pending", title: "Moderate reviews", open: 412, overdue: 31 })]),
  ),
  http.get("*/api/search", () => HttpResponse.json({ groups: [] })),
  http.get("*/api/search/types", () => HttpResponse.json(["companies", "hsone", "reviews", "third-party-reviews"])),
  ...["blacklist", "queues/:queue/tasks", "reviews", "tags", "tickets", "users", "users/recent"].map((path) =>
    http.get(`*/api/${path}`, () => HttpResponse.json({ items: [], next_cursor: null, next_up: [] })),
  ),
  ...BESIDE.map((path) => http.get(`*/api/${path}`, () => refusal(404, "not_found"))),
];

/** The open items of each queue, from the test's own handler of the list of queues. */
async function openIn(queues: URL): Promise<Partial<Counts>> {
  const listed = await fetch(queues).catch(() => null);
  if (!listed?.ok) return {};
  return Object.fromEntries(((await listed.json()) as QueueSummary[]).map(({ name, open }) => [name, open]));
}

const nothing = (): Response => new HttpResponse(null, { status: 204 });

interface Call {
  request: Request;
  params: PathParams;
}

/** Records a value of each call in `kept`, then answers. */
export const withCall =
  (kept: unknown[], what: (call: Call) => unknown, answer: () => Response | undefined = nothing) =>
  async (call: Call): Promise<Response | undefined> => {
    kept.push(await what(call));
    return answer();
  };

/** Records the bodies, then answers. */
export const withBody = (kept: unknown[], answer = nothing) => withCall(kept, ({ request }) => request.json(), answer);

/** Records the query strings, then answers. */
export const withQuery = (kept: unknown[], answer = nothing) => withCall(kept, ({ request }) => new URL(request.url).search, answer);

export function refusal(status: number, code: string, more: object = {}) {
  return HttpResponse.json({ code, message: "Refused.", ...more }, { status, headers: { "X-Request-ID": "a3f9-77" } });
}
