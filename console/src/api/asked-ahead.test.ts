import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";

import { accessToken } from "@/lib/access-token";
import { clock } from "@/lib/clock";
import { counts } from "@/testing/factories";
import { server } from "@/testing/server";

import { answer, api } from "./client";

afterEach(() => {
  globalThis.askedAhead = undefined;
});

describe("an answer that was asked for ahead", () => {
  const COUNTS = `${location.origin}/api/cms/counts`;
  const anAnswer = (date?: string) => Promise.resolve(HttpResponse.json(counts({ pending: 7 }), { headers: date ? { Date: date } : {} }));
  const keep = (asked: Promise<Response>, at = Date.now(), token = "kept-token") => {
    accessToken.set("kept-token");
    server.use(http.get("*/api/cms/counts", () => HttpResponse.json(counts({ pending: 8 }))));
    globalThis.askedAhead = { token, at, answers: new Map([[COUNTS, asked]]) };
  };
  const pending = async () => (await answer(api.GET("/api/cms/counts"))).pending;

  test("is taken once", async () => {
    keep(anAnswer());
    expect([await pending(), await pending()]).toEqual([7, 8]);
  });

  test.each([
    ["half a minute old", () => keep(anAnswer(), Date.now() - 30_001)],
    ["another session's", () => keep(anAnswer(), Date.now(), "another-token")],
    ["none, because nobody answered", () => keep(Promise.reject(new TypeError("Failed to fetch")))],
  ])("is not taken when it is %s", async (_why, prepare) => {
    prepare();
    expect(await pending()).toBe(8);
  });

  test("is not taken after a command, which may have changed what it says", async () => {
    server.use(http.post("*/api/auth/logout", () => new HttpResponse(null, { status: 204 })));
    keep(anAnswer());
    await api.POST("/api/auth/logout");
    expect(await pending()).toBe(8);
  });

  test("does not set the clock: it may be seconds old", async () => {
    const synchronise = vi.spyOn(clock, "synchronise");
    keep(anAnswer("Sun, 22 Nov 2026 12:00:00 GMT"));
    await pending();
    expect(synchronise.mock.calls).toEqual([[null]]);
  });
});
