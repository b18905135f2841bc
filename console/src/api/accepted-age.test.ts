import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { counts } from "@/testing/factories";
import { withCall } from "@/testing/handlers";
import { server } from "@/testing/server";

import { answer, api } from "./client";

const heard: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  heard.length = 0;
  server.use(
    http.get("*/api/cms/counts", withCall(heard, ({ request }) => request.headers.get("Cache-Control"), () => HttpResponse.json(counts()))),
    http.post("*/api/queues/pending/next", () => new HttpResponse(null, { status: 204 })),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

const poll = () => answer(api.GET("/api/cms/counts"));
const act = () => answer(api.POST("/api/queues/{queue}/next", { params: { path: { queue: "pending" } } }));

test("an answer may be as old as the last command at most", async () => {
  await act();
  for (const seconds of [0, 0.9, 0.2, 2, 60]) {
    vi.advanceTimersByTime(seconds * 1_000);
    await poll();
  }
  expect(heard).toEqual([null, null, "max-age=1", "max-age=3", "max-age=5"]);
});

test("a command of which nobody knows whether it was done counts as well", async () => {
  vi.advanceTimersByTime(10_000);
  server.use(
    http.post("*/api/queues/pending/next", () => {
      vi.advanceTimersByTime(10_000); // // the answer took this long
      return HttpResponse.error();
    }),
  );
  await act().catch(() => undefined);
  await poll();
  expect(heard).toEqual([null]);
});

test("a refused command counts from its answer", async () => {
  server.use(
    http.post("*/api/queues/pending/next", () => {
      vi.advanceTimersByTime(10_000);
      return HttpResponse.json({ code: "task_taken", message: "" }, { status: 409 });
    }),
  );
  await act().catch(() => undefined);
  vi.advanceTimersByTime(1_500);
  await poll();
  expect(heard).toEqual(["max-age=1"]);
});
