import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";

import { connection } from "@/lib/connection";
import { counts } from "@/testing/factories";
import { withCall } from "@/testing/handlers";
import { server } from "@/testing/server";

import { answer, api } from "./client";
import { read, readPages, refresh } from "./queries";

const COUNTS = "/api/cms/counts";
const LIST = "/api/queues/{queue}/tasks";
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } });

const full = () =>
  HttpResponse.json({ code: "overloaded", message: "", retry_after: 5 }, { status: 503, headers: { "Retry-After": "5" } });

/** The Priority of each request for the path. */
function prioritiesOf(path: string, body: () => object) {
  const heard: (string | null)[] = [];
  server.use(http.get(`*${path}`, withCall(heard, ({ request }) => request.headers.get("Priority"), () => HttpResponse.json(body()))));
  return heard;
}

afterEach(() => {
  client.clear();
  vi.restoreAllMocks();
});

test("only what nobody waits for is asked for in the background", async () => {
  const heard = prioritiesOf(COUNTS, () => counts());
  await client.query(read(COUNTS));
  await client.query(read(COUNTS));
  await refresh(client, COUNTS);
  await client.query(read(COUNTS)); // a refetch after a command: the person waits for its effect
  await client.query(read(COUNTS));
  expect(heard).toEqual([null, "u=7", null, "u=7"]);
});

test("a further page is waited for, and the poll of all pages is not", async () => {
  const heard = prioritiesOf("/api/queues/pending/tasks", () => ({ items: [], next_cursor: "more" }));
  const list = new InfiniteQueryObserver(client, { ...readPages(LIST, { path: { queue: "pending" } }), enabled: false });
  await list.refetch();
  await list.fetchNextPage();
  await list.refetch();
  expect(heard).toEqual([null, null, "u=7", "u=7"]);
});

test("after a failure a person waits for the next answer", async () => {
  const heard = prioritiesOf(COUNTS, () => counts());
  await client.query(read(COUNTS));
  server.use(http.get(`*${COUNTS}`, full, { once: true }));
  await expect(client.query(read(COUNTS))).rejects.toMatchObject({ code: "overloaded", retryAfter: 5 });
  await client.query(read(COUNTS));
  expect(heard).toEqual([null, null]);
});

test("a server that has too much to do is no lost connection", async () => {
  const failed = vi.spyOn(connection, "failed");
  server.use(http.get(`*${COUNTS}`, full, { once: true }));
  await expect(answer(api.GET(COUNTS))).rejects.toMatchObject({ code: "overloaded" });
  expect(failed).not.toHaveBeenCalled();
  server.use(http.get(`*${COUNTS}`, () => HttpResponse.json({ code: "unavailable", message: "" }, { status: 503 }), { once: true }));
  await expect(answer(api.GET(COUNTS))).rejects.toMatchObject({ code: "unavailable" });
  expect(failed).toHaveBeenCalledOnce();
});
