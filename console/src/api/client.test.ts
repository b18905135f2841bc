import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import { accessToken } from "@/lib/access-token";
import { counts } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { server } from "@/testing/server";

import { answer, api, onSessionEnd } from "./client";
import { ApiError } from "./error";
import { ABANDONED_MS } from "./watched-fetch";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const next = { params: { path: { queue: "pending" } } };

/** Answers `next` with no task and records the headers of every call. */
function listenToNext() {
  const heard: Headers[] = [];
  server.use(http.post("*/api/queues/pending/next", withCall(heard, ({ request }) => request.headers)));
  return heard;
}

describe("every call", () => {
  test("carries the token that is stored now", async () => {
    accessToken.set("one");
    const heard = listenToNext();
    await answer(api.POST("/api/queues/{queue}/next", next));
    expect(heard[0]?.get("Authorization")).toBe("Bearer one");
    accessToken.remove();
    await answer(api.POST("/api/queues/{queue}/next", next));
    expect(heard[1]?.has("Authorization")).toBe(false);
  });

  test("goes to the host that served the console, and asks for JSON", async () => {
    const asked: Request[] = [];
    server.use(http.get("*/api/cms/counts", withCall(asked, ({ request }) => request, () => HttpResponse.json(counts()))));
    await answer(api.GET("/api/cms/counts"));
    expect(asked[0]?.url).toBe(`${location.origin}/api/cms/counts`);
    expect(asked[0]?.headers.get("Accept")).toBe("application/json");
  });

  test("that posts carries a key of its own, or the caller's when it is repeated", async () => {
    const heard = listenToNext();
    await answer(api.POST("/api/queues/{queue}/next", next));
    await answer(api.POST("/api/queues/{queue}/next", next));
    await answer(api.POST("/api/queues/{queue}/next", { ...next, headers: { "Idempotency-Key": "mine" } }));
    const keys = heard.map((headers) => headers.get("Idempotency-Key"));
    expect(keys[0]).toMatch(UUID);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe("mine");
  });
});

describe("a refusal", () => {
  test("is an ApiError with everything the server said", async () => {
    const holder = { id: 4, name: "Callum Frayne" };
    server.use(http.post("*/api/queues/pending/next", () => refusal(409, "task_taken", { holder, until: "2026-11-20T10:47:00Z" })));
    const error = await answer(api.POST("/api/queues/{queue}/next", next)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: "task_taken",
      holder,
      until: "2026-11-20T10:47:00Z",
      fields: {},
      requestId: "a3f9-77",
    });
  });

  test("without an answer is `unreachable`", async () => {
    server.use(http.get("*/api/queues", () => HttpResponse.error()));
    await expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  test("without an answer for a minute is given up as `unreachable`", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.use(http.get("*/api/queues", () => new Promise<never>(() => undefined)));
    const given = expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 0, code: "unreachable" });
    await vi.advanceTimersByTimeAsync(ABANDONED_MS);
    await given;
    vi.useRealTimers();
  });

  test("that is no JSON of ours is still an ApiError", async () => {
    server.use(http.get("*/api/queues", () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })));
    await expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 502, code: "unknown" });
  });
});

describe("401", () => {
  test("ends the session and takes the token away", async () => {
    accessToken.set("old");
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    server.use(http.get("*/api/queues", () => refusal(401, "unauthenticated")));
    await expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledOnce();
    expect(accessToken.get()).toBeNull();
    stop();
  });

  test("to a call without a token ends the session too: it was deleted in this tab", async () => {
    accessToken.set("deleted");
    accessToken.remove();
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    server.use(http.get("*/api/queues", () => refusal(401, "unauthenticated")));
    await expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledOnce();
    stop();
  });

  test("to a wrong password ends nothing", async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    server.use(http.post("*/api/auth/login", () => refusal(401, "bad_credentials")));
    const login = answer(api.POST("/api/auth/login", { body: { email: "marta@example.org", password: "wrong" } }));
    await expect(login).rejects.toMatchObject({ status: 401 });
    expect(ended).not.toHaveBeenCalled();
    stop();
  });

  test("to a token that has been replaced meanwhile ends nothing", async () => {
    accessToken.set("old");
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    server.use(
      http.get("*/api/queues", () => {
        accessToken.set("new");
        return refusal(401, "unauthenticated");
      }),
    );
    await expect(answer(api.GET("/api/queues"))).rejects.toMatchObject({ status: 401 });
    expect(ended).not.toHaveBeenCalled();
    expect(accessToken.get()).toBe("new");
    stop();
  });
});

describe("what has not changed", () => {
  test("is asked for by its ETag, and answered from what was kept", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("*/api/cms/counts", ({ request }) => {
        const tag = request.headers.get("If-None-Match");
        asked.push(tag);
        return tag === '"7"'
          ? new HttpResponse(null, { status: 304, headers: { ETag: '"7"', "Content-Length": "0" } })
          : HttpResponse.json(counts({ pending: 7 }), { headers: { ETag: '"7"' } });
      }),
    );
    const first = await answer(api.GET("/api/cms/counts"));
    const second = await answer(api.GET("/api/cms/counts"));
    expect(asked).toEqual([null, '"7"']);
    expect(second).toEqual(first);
    expect(second.pending).toBe(7);
  });
});
