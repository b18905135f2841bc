import { waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { answer, api } from "@/api/client";
import { accessToken } from "@/lib/access-token";
import { aDesk } from "@/testing/desk/desk-server";
import { CALLUM, heldBy } from "@/testing/desk/factories";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aModerator, counts } from "@/testing/factories";
import { server } from "@/testing/server";

import { askAhead } from "./first-requests";

const LIST = "/api/queues/pending/tasks?limit=50";
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
    const all = ["/api/user/me", "/api/desk", LIST, item];
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

  test.each([
    ["/", []],
    ["/reviews/moderate", ["/assets/queue.js"]],
  ])("%s asks for the queue's script where the queue is near: %s", (address, expected) => {
    history.replaceState(null, "", address);
    accessToken.set("kept-token");
    askAhead(["/assets/queue.js"]);
    const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(expected);
    for (const link of links) link.remove();
  });

  describe("a queue that was opened in this browser before", () => {
    const desk = aDesk([4, 6]);
    const open = (search = "") => {
      history.replaceState(null, "", `/reviews/moderate${search}`);
      accessToken.set("kept-token");
      askAhead();
    };
    const opened = (name: string) => localStorage.setItem("openedQueues", JSON.stringify({ "/reviews/moderate": name }));

    test("is asked for without waiting for the desk", async () => {
      server.use(...desk.handlers, http.get("*/api/user/me", () => HttpResponse.json(aModerator())));
      open();
      await waitFor(() => expect(asked).toContain("/api/tasks/4"));
      asked.length = 0;
      server.use(http.get("*/api/desk", () => new Promise<never>(() => undefined)));
      open();
      await waitFor(() => expect(asked).toContain("/api/tasks/4"));
      expect(asked).toEqual(["/api/user/me", "/api/desk", LIST, "/api/tasks/4"]);
    });

    test("is asked for by its new name when the desk has another", async () => {
      server.use(...desk.handlers, http.get("*/api/user/me", () => HttpResponse.json(aModerator())));
      opened("renamed");
      open();
      await waitFor(() => expect(asked).toEqual(expect.arrayContaining(["/api/queues/renamed/tasks?limit=50", LIST, "/api/tasks/4"])));
      expect(localStorage.getItem("openedQueues")).toBe(JSON.stringify({ "/reviews/moderate": "pending" }));
    });

    test("is forgotten when the person may not see it", async () => {
      server.use(...desk.handlers, http.get("*/api/user/me", () => HttpResponse.json({ ...aModerator(), cms_access: [] })));
      opened("pending");
      open();
      await waitFor(() => expect(localStorage.getItem("openedQueues")).toBe("{}"));
    });

    test.each(["{", "null", "[]"])("counts as none when the browser has stored %s", async (stored) => {
      server.use(...desk.handlers, http.get("*/api/user/me", () => HttpResponse.json(aModerator())));
      localStorage.setItem("openedQueues", stored);
      open();
      await waitFor(() => expect(asked).toContain("/api/tasks/4"));
    });
  });
});
