import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

import { waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { accessToken } from "@/lib/access-token";
import { clock } from "@/lib/clock";
import { aDesk } from "@/testing/desk/desk-server";
import { CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aModerator, counts } from "@/testing/factories";
import { server } from "@/testing/server";

import { answer, api } from "./client";

const firstRequests = readFileSync(join(import.meta.dirname, "../../public/first-requests.js"), "utf8");
const askAhead = (): void => void runInThisContext(firstRequests);
const asked: string[] = [];
const note = ({ request }: { request: Request }) => asked.push(request.url.replace(location.origin, ""));

beforeAll(giveRoom);
beforeEach(() => {
  asked.length = 0;
  server.events.on("request:start", note);
});
afterEach(() => {
  globalThis.askedAhead = undefined;
  server.events.removeListener("request:start", note);
  history.replaceState(null, "", "/");
});

describe("before the bundle is there", () => {
  test("a visitor's page asks for nothing", () => {
    askAhead();
    expect(globalThis.askedAhead).toBeUndefined();
  });

  test.each([
    ["/reviews/moderate", "/api/tasks/6"],
    ["/reviews/moderate?item=8", "/api/tasks/8"],
  ])("%s asks for person, desk, list and item, and the console takes these answers", async (address, item) => {
    const all = ["/api/user/me", "/api/desk", "/api/queues/pending/tasks?limit=50", item];
    const desk = aDesk([4, 6, 8], (id) => (id === 4 ? heldBy(CALLUM) : {}));
    server.use(...desk.handlers, http.get("*/api/user/me", () => HttpResponse.json(aModerator())));
    history.replaceState(null, "", address);
    accessToken.set("kept-token");
    askAhead();
    await waitFor(() => expect(asked).toEqual(expect.arrayContaining(all)));
    await openDesk(desk, address);
    await heading(`Review ${item.split("/").at(-1) ?? ""}`);
    expect([...(globalThis.askedAhead?.answers.keys() ?? [])]).toEqual([]);
  });

  test.each(["/reviews/moderate?rating=3", "/", "/reviews/moderate/4", "/reviews/escalated"])("%s asks for person and desk alone", async (address) => {
    history.replaceState(null, "", address);
    accessToken.set("kept-token");
    server.use(
      http.get("*/api/user/me", () => HttpResponse.json(aModerator())),
      http.get("*/api/cms/counts", () => HttpResponse.json(counts())),
    );
    askAhead();
    await Promise.all([...(globalThis.askedAhead?.answers.values() ?? [])]);
    await answer(api.GET("/api/cms/counts"));
    expect(asked).toEqual(["/api/user/me", "/api/desk", "/api/cms/counts"]);
  });
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
