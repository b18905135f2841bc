import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import { aDesk, aModerator, aQueue } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

import { partOfDay } from "./part-of-day";
import { totalsOf } from "./totals";
import { inOrder } from "./use-queues";
import { queueToStart } from "./use-take-next";

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const pending = aQueue({ open: 412, overdue: 31, oldest_at: ago(52.5 * HOUR) });
const queued = aQueue({ name: "queued", title: "Queued to publish", open: 36, oldest_at: ago(0.8 * HOUR) });
const backlog = aQueue({ name: "backlog", title: "Backlog", open: 0 });

const row = async (name: string) => (await screen.findByRole("rowheader", { name })).closest("tr") ?? document.body;

describe("the dashboard", () => {
  test("lists each queue with what is open, how old, how late, and its keys", async () => {
    server.use(http.get("*/api/queues", () => HttpResponse.json([pending, queued, backlog])));
    renderApp("/", { as: aModerator() });
    const cells = within(await row("Moderate reviews")).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["412", "2\u00a0d\u00a04\u00a0h", "31", "gm"]);
    const link = within(await row("Queued to publish")).getByRole("link");
    expect(link).toHaveAttribute("href", "/reviews/queued");
    expect(within(await row("Backlog")).getByText("none")).toBeVisible();
    expect(screen.getByText("448")).toBeVisible();
  });

  test("shows rows of the real shape while they are on their way", async () => {
    server.use(http.get("*/api/queues", () => new Promise<never>(() => undefined)));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByRole("table", { name: "Queues" })).toHaveAttribute("aria-busy", "true");
  });

  test("says what it means when there is no queue", async () => {
    server.use(http.get("*/api/queues", () => HttpResponse.json([])));
    renderApp("/", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "You have no access to a queue" })).toBeVisible();
  });

  test("tells to refresh when the queues cannot be loaded, and tries again", async () => {
    server.use(http.get("*/api/queues", () => refusal(403, "forbidden")));
    const { user } = renderApp("/", { as: aModerator() });
    const failure = await screen.findByRole("alert");
    expect(failure).toHaveTextContent("Could not load the queues");
    expect(failure).toHaveTextContent("Please refresh the page.");
    expect(failure).toHaveTextContent("a3f9-77");
    server.use(http.get("*/api/queues", () => HttpResponse.json([pending])));
    await user.click(within(failure).getByRole("button", { name: "Refresh the page" }));
    expect(await row("Moderate reviews")).toBeVisible();
  });

  test("taking the next item fails with the specification's sentence when the server fails", async () => {
    server.use(
      http.get("*/api/queues", () => HttpResponse.json([pending])),
      http.post("*/api/queues/pending/next", () => refusal(500, "internal")),
    );
    const { user } = renderApp("/", { as: aModerator() });
    await row("Moderate reviews");
    await user.keyboard("n");
    expect(await screen.findByText("An unknown error occurred. Please try again. a3f9-77")).toBeVisible();
  });

  test("takes the next item of the first queue that waits for somebody, on `n`", async () => {
    server.use(
      http.get("*/api/queues", () => HttpResponse.json([queued, pending])),
      http.post("*/api/queues/pending/next", () => HttpResponse.json({ task_id: 77 })),
      // the item's page has tests of its own
      http.get("*/api/tasks/77", () => refusal(404, "not_found")),
    );
    const { user, place } = renderApp("/", { as: aModerator() });
    await row("Moderate reviews");
    await user.keyboard("n");
    await screen.findByRole("heading", { level: 1, name: "Moderate reviews" });
    expect(place()).toBe("/reviews/moderate?item=77");
  });

  test("says so when nothing is free", async () => {
    server.use(
      http.get("*/api/queues", () => HttpResponse.json([pending])),
      http.post("*/api/queues/pending/next", () => new HttpResponse(null, { status: 204 })),
    );
    const { user } = renderApp("/", { as: aModerator() });
    await row("Moderate reviews");
    await user.click(screen.getByRole("button", { name: /Take the next item/ }));
    expect(await screen.findByText("No item is free: your colleagues have the remaining ones.")).toBeVisible();
  });
});

test("what moves on by itself is not taken, nor is what is empty", () => {
  expect(queueToStart([queued, backlog], aDesk())).toBeNull();
  expect(queueToStart([queued, backlog, pending], aDesk())).toBe("pending");
});

test("queues stand in the order of the sidebar, unknown ones last", () => {
  const names = inOrder([aQueue({ name: "new_one" }), backlog, queued, pending], aDesk()).map(({ name }) => name);
  expect(names).toEqual(["pending", "queued", "backlog", "new_one"]);
});

test("the figures are those of all queues together", () => {
  expect(totalsOf([pending, queued, backlog])).toEqual({ open: 448, overdue: 31, oldest: pending });
  expect(totalsOf([])).toEqual({ open: 0, overdue: 0, oldest: undefined });
});

test("the day has three parts", () => {
  const at = (hour: number) => partOfDay(new Date(2026, 10, 20, hour).getTime());
  expect([at(0), at(11), at(12), at(17), at(18), at(23)]).toEqual([
    "morning",
    "morning",
    "afternoon",
    "afternoon",
    "evening",
    "evening",
  ]);
});
