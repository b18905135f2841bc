import { http, HttpResponse } from "msw";

import { aHeadModerator, aQueue, counts } from "./factories";

export const PASSWORD = "Docket-demo-1";

/** The API on a good day. A test says what is different with `server.use`. */
export const handlers = [
  http.post("*/api/auth/login", async ({ request }) => {
    const { password } = (await request.json()) as { password: string };
    return password === PASSWORD
      ? HttpResponse.json({ accessToken: "fresh-token", user: aHeadModerator() })
      : refusal(401, "bad_credentials");
  }),
  http.post("*/api/auth/logout", () => new HttpResponse(null, { status: 204 })),
  http.get("*/api/user/me", () => HttpResponse.json(aHeadModerator())),
  http.get("*/api/cms/counts", () => HttpResponse.json(counts())),
  http.get("*/api/mentions", () => HttpResponse.json([])),
  http.get("*/api/queues", () =>
    HttpResponse.json([aQueue({ name: "pending", title: "Moderate reviews", open: 412, overdue: 31 })]),
  ),
  http.get("*/api/queues/:queue/tasks", () => HttpResponse.json({ items: [], next_cursor: null })),
];

export function refusal(status: number, code: string, more: object = {}) {
  return HttpResponse.json({ code, message: "Refused.", ...more }, { status, headers: { "X-Request-ID": "a3f9-77" } });
}
