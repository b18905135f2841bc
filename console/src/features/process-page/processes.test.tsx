import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import type { ProcessFigures } from "@/api/types";
import { aDesk, aModerator } from "@/testing/factories";
import { GRAPH } from "@/testing/desk/graph";
import { refusal, withQuery } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const anAdmin = () => ({ ...aModerator(), cms_access: ["moderation", "history"] }) as ReturnType<typeof aModerator>;

const NOTHING: Partial<ProcessFigures> = { begun: 0, ended: 0, median: null, slow: null, outcomes: [], ways: [], edges: [] };

const NEVER = { whole: null, waiting: null, handling: null };

function figures(change: Partial<ProcessFigures> = {}): ProcessFigures {
  return {
    kind: "review_moderation",
    title: "Moderation of a review",
    since: "2026-10-23T00:00:00Z",
    until: "2026-11-22T12:00:00Z",
    begun: 1200,
    ended: 1100,
    median: 5_400,
    slow: 90_000,
    is_part: false,
    steps: [
      { name: "pending", title: "Moderate reviews", open: 40, oldest_at: "2026-11-21T00:00:00Z", put_off: 33, overdue: 7, is_shared: false, passed: 1500, again: 150, median: { whole: 600, waiting: 540, handling: 60 }, slow: { whole: 3_600, waiting: 3_300, handling: 300 } },
      { name: "backlog", title: "Backlog", open: 3, oldest_at: null, put_off: 0, overdue: 0, is_shared: true, passed: 0, again: 0, median: NEVER, slow: NEVER },
    ],
    outcomes: [{ step: "pending", step_title: "Moderate reviews", outcome: "approve", label: "Approve", number: 900 }],
    edges: [
      { source: "", target: "pending", number: 1200 },
      { source: "pending", target: "published", number: 800 },
      { source: "pending", target: "backlog", number: 200 },
      { source: "backlog", target: "pending", number: 100 },
    ],
    ways: [{ nodes: ["pending", "queued", "published"], titles: ["Moderate reviews", "Queued to publish", "Published"], number: 800, example: 71, median: 4_000 }],
    ...change,
  };
}

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get("*/api/processes/review_moderation/graph", () => HttpResponse.json(GRAPH)),
    http.get("*/api/processes/review_moderation/figures", withQuery(asked, () => HttpResponse.json(figures()))),
  );
});

test("the page of a process says where items stand, how long steps take, and the commonest way", async () => {
  renderApp("/processes/review_moderation", { as: anAdmin() });
  expect(await screen.findByRole("heading", { level: 1, name: "Moderation of a review" })).toBeVisible();
  for (const [figure, name] of [["1,200", "begun"], ["1,100", "ended"], ["43", "open now"], ["1 h 30", "median time from beginning to end"], ["1 d 1 h", "nine of ten end within"]] as const)
    expect(screen.getByText(name).previousSibling).toHaveTextContent(figure);
  const steps = within(screen.getByRole("region", { name: "Steps" }));
  const row = steps.getByRole("rowheader", { name: /^Moderate reviews/ }).closest("tr") ?? document.body;
  expect(row).toHaveTextContent("Bottleneck");
  expect(within(row).getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["40", "7", "9\u00a0min", "55\u00a0min", "1\u00a0min", "5\u00a0min", "10%", "100%"]);
  expect(screen.getByText(/^holds 100% of the time lost by waiting: 40 items stand there, and half wait longer than 9 min\.$/)).toBeVisible();
  expect(steps.getByRole("rowheader", { name: "Backlog" }).closest("tr")).toHaveTextContent("–");
  expect(steps.getByText("33 items that are put off are counted here and not in the menu. In the menu, Backlog counts items of other processes as well.")).toBeVisible();
  const way = screen.getByRole("link", { name: "Process 71" }).closest("tr");
  expect(way).toHaveTextContent("Moderate reviews → Queued to publish → Published80073%1 h 06");
  expect(screen.getByText("What began from 23 Oct to 22 Nov 2026")).toBeVisible();
  expect(screen.getByRole("link", { name: "Process 71" })).toHaveAttribute("href", "/history?process=71");
  expect(screen.getByRole("link", { name: "Approve" })).toHaveAttribute("href", "/history?kind=review_moderation&outcome=approve");
});

test("the process is drawn with what stands in each step and how many went each way", async () => {
  renderApp("/processes/review_moderation", { as: anAdmin() });
  const drawing = within(await screen.findByRole("region", { name: "The process" }));
  expect(drawing.getByRole("img")).toHaveTextContent("pending40 now · 9 min");
  expect(drawing.getByRole("img")).toHaveTextContent("1,200");
  // these moves pass an automatic step, which history does not record
  for (const hop of ["received to screened: 1,200", "screened to pending: 1,200", "pending to backlog: 200"]) expect(drawing.getByText(hop)).toBeInTheDocument();
  expect(drawing.getByText(/^holds 100% of the time lost/)).toBeVisible();
});

test("while the figures load, the page has its real words, its drawing, and a place for each figure", async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/processes/review_moderation/figures", async () => {
      await answered;
      return HttpResponse.json(figures({ is_part: true, steps: [] }));
    }),
  );
  renderApp("/processes/review_moderation?from=2026-11-01&to=2026-11-22", { as: anAdmin() });
  expect(await screen.findByRole("heading", { level: 1, name: "Moderation of a review" })).toBeVisible();
  expect(screen.getByText("What began from 1 Nov to 22 Nov 2026")).toBeVisible();
  const drawing = within(screen.getByRole("region", { name: "The process" }));
  expect(await drawing.findByRole("img")).toHaveTextContent("pending");
  for (const name of ["begun", "ended", "open now"]) expect(screen.getByText(name).previousSibling).toHaveTextContent("");
  for (const name of ["Steps", "Outcomes", "The commonest ways"]) expect(screen.getByRole("region", { name })).toBeVisible();
  answer();
  expect(await screen.findByText("only the newest 1,200")).toBeVisible();
  expect(drawing.getByText("No step that has overdue items holds the others up.")).toBeVisible();
});

test("a drawing that is wider than its card opens where items wait longest", async () => {
  const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const [left, right] = this.matches(".node.bottleneck") ? [500, 600] : [0, 300];
    return { left, right, x: left, y: 0, top: 0, bottom: 0, width: right - left, height: 0, toJSON: () => "" };
  });
  renderApp("/processes/review_moderation", { as: anAdmin() });
  expect((await screen.findByRole("region", { name: "Its drawing" })).scrollLeft).toBe(400); // the middle of both is one
  rect.mockRestore();
});

test("the period is in the address, and holds for the figures and the files", async () => {
  const saved: string[] = [];
  server.use(
    http.get("*/api/history/export", withQuery(saved, () => new HttpResponse("{}"))),
    http.get("*/api/processes/review_moderation/bpmn", () => {
      saved.push("bpmn");
      return new HttpResponse("<definitions/>");
    }),
  );
  const { user } = renderApp("/processes/review_moderation?from=2026-11-01", { as: anAdmin() });
  await screen.findByRole("heading", { level: 1, name: "Moderation of a review" });
  expect(screen.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "false");
  const from = String(new URLSearchParams({ from: new Date("2026-11-01T00:00").toISOString() }));
  expect(asked).toEqual([`?${from}`]);
  await user.click(screen.getByText("Export", { selector: "summary" }));
  await user.click(screen.getByRole("button", { name: "Export BPMN" }));
  await user.click(screen.getByRole("button", { name: "Export OCEL 2.0, JSON" }));
  await waitFor(() => expect(saved).toEqual(["bpmn", `?kind=review_moderation&${from}&format=ocel-json`]));
});

test("the commonest outcomes are shown, and the rest at one press", async () => {
  const outcomes = Array.from({ length: 12 }, (_, place) => ({ step: "pending", step_title: "Moderate reviews", outcome: `o${place}`, label: `Outcome ${place}`, number: 12 - place }));
  server.use(http.get("*/api/processes/review_moderation/figures", () => HttpResponse.json(figures({ outcomes }))));
  const { user } = renderApp("/processes/review_moderation", { as: anAdmin() });
  const table = within(await screen.findByRole("region", { name: "Outcomes" }));
  expect(table.getAllByRole("rowheader")).toHaveLength(10);
  await user.click(table.getByRole("button", { name: "All 12" }));
  expect(table.getAllByRole("rowheader")).toHaveLength(12);
});

test("a usual period is chosen by one press", async () => {
  const { user, place } = renderApp("/processes/review_moderation", { as: anAdmin() });
  expect(await screen.findByRole("button", { name: "30 days", pressed: true })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "7 days" }));
  expect(place()).toMatch(/\?from=\d{4}-\d\d-\d\d$/);
  await waitFor(() => expect(screen.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true"));
  await waitFor(() => expect(asked.at(-1)).toMatch(/^\?from=/));
  await user.click(screen.getByRole("button", { name: "30 days" }));
  expect(place()).toBe("/processes/review_moderation");
});

test("a period without a process says so", async () => {
  server.use(http.get("*/api/processes/review_moderation/figures", () => HttpResponse.json(figures(NOTHING))));
  renderApp("/processes/review_moderation", { as: anAdmin() });
  expect((await screen.findByText("ended")).previousSibling).toHaveTextContent("0");
  expect(screen.getAllByRole("heading", { name: "Nothing in this period" })).toHaveLength(2);
});

test("the menu leads to the first process, and each process to the others, for the same period", async () => {
  const { user, place } = renderApp("/processes", { as: anAdmin() });
  const others = within(await screen.findByRole("navigation", { name: "Processes" }));
  const kinds = aDesk().kinds;
  expect(others.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(kinds.map(({ title }) => title));
  expect(place()).toMatch(new RegExp(`^/processes/${kinds[0]?.kind}`));
  await user.click(others.getByRole("link", { name: "Moderation of a review" }));
  await waitFor(() => expect(others.getByRole("link", { current: "page" })).toHaveTextContent("Moderation of a review"));
});

test("figures that did not come say so", async () => {
  server.use(http.get("*/api/processes/review_moderation/figures", () => refusal(404, "not_found")));
  renderApp("/processes/review_moderation", { as: anAdmin() });
  expect(await screen.findByRole("heading", { name: "Could not load the figures of this process" })).toBeVisible();
});

test("without the permission there is no such page", async () => {
  renderApp("/processes/review_moderation", { as: aModerator() });
  expect(await screen.findByRole("heading", { name: /not allowed|permission|access/i })).toBeVisible();
  expect(asked).toEqual([]);
});
