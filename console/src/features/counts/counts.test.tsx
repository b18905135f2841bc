import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { aModerator, aQueue, counts } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { pass, server } from "@/testing/server";
import { setTabHidden, setViewport } from "@/testing/viewport";

import { ANNOUNCE_EVERY_MS } from "./pending-announcer";
import { COUNTS_POLL_MS } from "./use-counts";

let pending = 0;
let calls = 0;

beforeEach(() => {
  vi.useFakeTimers();
  [pending, calls] = [412, 0];
  server.use(
    http.get("*/api/cms/counts", () => {
      calls += 1;
      return HttpResponse.json(counts({ pending, tickets: 27 }));
    }),
    // the newer of two answers counts; here both have the same number, in whatever order they arrive
    http.get("*/api/queues", () => HttpResponse.json([aQueue({ open: pending })])),
  );
});
afterEach(() => {
  vi.useRealTimers();
  setTabHidden(false);
});

async function openDesk() {
  renderApp("/", { as: aModerator() });
  const sidebar = await screen.findByRole("navigation", { name: "Main navigation" });
  await within(sidebar).findByText("27");
  return sidebar;
}

describe("counts", () => {
  test("stand beside their entries, the pending ones on the badge and in the title", async () => {
    const sidebar = await openDesk();
    expect(within(sidebar).getByRole("link", { name: "Ticket System 27" })).toBeVisible();
    expect(within(sidebar).getByText("Moderation").parentElement).toHaveTextContent("Moderation412");
    expect(document.title).toMatch(/^\(412\) .* · Docket$/);
  });

  test("leave no badge when nothing is pending", async () => {
    pending = 0;
    const sidebar = await openDesk();
    expect(within(sidebar).getByText("Moderation").parentElement).toHaveTextContent(/^Moderation$/);
    expect(document.title).not.toMatch(/^\(/);
  });

  test("are asked for every three seconds", async () => {
    expect(COUNTS_POLL_MS).toBe(3_000);
    const sidebar = await openDesk();
    const before = calls;
    pending = 409;
    for (const asked of [1, 2, 3]) {
      await pass(COUNTS_POLL_MS);
      expect(calls - before).toBe(asked);
    }
    await waitFor(() => expect(within(sidebar).getAllByText("409").length).toBeGreaterThan(0));
  });

  test("that fail are ignored: the numbers stay, nothing is said, the next call comes", async () => {
    const sidebar = await openDesk();
    const failing = vi.fn(() => refusal(503, "unavailable"));
    server.use(http.get("*/api/cms/counts", failing, { once: true }));
    const before = calls;
    await pass(COUNTS_POLL_MS);
    expect(failing).toHaveBeenCalled();
    expect(within(sidebar).getAllByText("412").length).toBeGreaterThan(0);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await pass(COUNTS_POLL_MS);
    expect(calls).toBe(before + 1);
  });

  test("rest while the tab is hidden, and are there at once when it is looked at again", async () => {
    await openDesk();
    act(() => setTabHidden(true));
    const before = calls;
    await pass(COUNTS_POLL_MS * 4);
    expect(calls).toBe(before);
    act(() => setTabHidden(false));
    await pass(0);
    expect(calls).toBe(before + 1);
  });

  test("rest while the drawer is closed", async () => {
    setViewport(1024);
    renderApp("/", { as: aModerator() });
    await screen.findByRole("heading", { name: "Queues" });
    await pass(COUNTS_POLL_MS * 2);
    expect(calls).toBe(0);
    act(() => screen.getByRole("button", { name: "Open the menu" }).click());
    const drawer = await screen.findByRole("dialog", { name: "Main navigation" });
    await within(drawer).findByText("27");
    expect(calls).toBe(1);
  });
});

describe("the sidebar and the head of a queue", () => {
  const numbers = async () => {
    const sidebar = await screen.findByRole("navigation", { name: "Main navigation" });
    const entry = within(sidebar).getByRole("link", { name: /^Moderate reviews/ }).textContent;
    const [head] = /[\d,]+(?= open)/.exec(screen.getByRole("banner").textContent) ?? [];
    return { entry: entry.replace("Moderate reviews", "").trim(), head };
  };
  let open = 412;
  beforeEach(() => {
    open = 412;
    server.use(http.get("*/api/queues", () => HttpResponse.json([aQueue({ open })])));
  });

  test("show the same number after a decision, whichever of the two requests is answered first", async () => {
    const { client } = renderApp("/reviews/moderate", { as: aModerator() });
    await waitFor(async () => expect(await numbers()).toEqual({ entry: "412", head: "412" }));
    await pass(1); // one millisecond, so that the times tell which answer is newer
    open = 411; // after a decision, the list and its figures are refetched
    await act(() => client.refetchQueries({ queryKey: ["/api/queues"] }));
    await waitFor(async () => expect(await numbers()).toEqual({ entry: "411", head: "411" }));
    await pass(1);
    pending = 410;
    await act(() => client.refetchQueries({ queryKey: ["/api/cms/counts"] }));
    await waitFor(async () => expect(await numbers()).toEqual({ entry: "410", head: "410" }));
  });

  test("so does the dashboard", async () => {
    open = 409;
    const { client } = renderApp("/", { as: aModerator() });
    const cell = async () => within((await screen.findByRole("rowheader", { name: "Moderate reviews" })).closest("tr") ?? document.body).getAllByRole("cell")[0];
    await waitFor(async () => expect(await cell()).toHaveTextContent(/^4\d\d$/));
    pending = 408;
    await act(() => client.refetchQueries({ queryKey: ["/api/cms/counts"] }));
    await waitFor(async () => expect(await cell()).toHaveTextContent(/^408$/));
  });
});

test("screen readers hear of pending reviews when the number changes, once a minute at most", async () => {
  await openDesk();
  const region = () => screen.getAllByRole("status").find((status) => status.classList.contains("sr"));
  expect(region()).toHaveTextContent(/^$/);
  pending = 413;
  await pass(COUNTS_POLL_MS + 50);
  await waitFor(() => expect(region()).toHaveTextContent("413 reviews pending"));
  pending = 420;
  await pass(COUNTS_POLL_MS + 50);
  await within(screen.getByRole("navigation", { name: "Main navigation" })).findAllByText("420");
  expect(region()).toHaveTextContent("413 reviews pending");
  await pass(ANNOUNCE_EVERY_MS);
  await waitFor(() => expect(region()).toHaveTextContent("420 reviews pending"));
});
