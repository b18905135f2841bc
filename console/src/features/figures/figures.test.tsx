import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { DashboardFigures, TaskRow } from "@/api/types";
import { aPage, aRow } from "@/testing/desk/factories";
import { aHeadModerator, aModerator, aQueue, PERMISSIONS, someFigures } from "@/testing/factories";
import { FIGURES, refusal, withBody, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { setViewport } from "@/testing/viewport";

const HOUR = 3_600_000;
const someDays = (first: number, number: number): string[] =>
  Array.from({ length: number }, (_, index) => new Date(Date.UTC(2026, 10, first + index)).toISOString().slice(0, 10));
const range = (value: number) => ({ value, low: value - 10, high: value + 10 });

const DAYS: Partial<DashboardFigures> = {
  days: someDays(7, 14).map((day, index) => ({ day, arrived: 100 + index, decided: 90 + index, batched: index === 13 ? 40 : 0 })),
};
const OF_HEAD = someFigures({
  ...DAYS,
  expected: someDays(20, 6).map((day) => ({ day, arrived: range(120), decided: range(130) })),
  queues: [
    {
      queue: "pending",
      open: Array.from({ length: 14 }, (_, index) => 400 + index),
      emptied: { when: "day", day: "2026-11-24", soonest: "2026-11-23", latest: "2026-11-25", growth: -12, days: 28 },
    },
    { queue: "escalated", open: [...Array<number>(13).fill(4), 5], emptied: { when: "never", day: null, soonest: null, latest: null, growth: 1.2, days: 28 } },
  ],
  stars: { queue: "pending", ages: [{ rating: 1, open: 90, ages: [41, 29, 14, 6], median_seconds: 14_280 }] },
  due_first: [aRow(11, { queue: "escalated" })],
  overdue: [aRow(7, { due_at: new Date(Date.now() - 26 * HOUR).toISOString() })],
  waiting: [{ what: "batches", number: 2, since: new Date(Date.now() - HOUR).toISOString() }],
  team: [],
  agreement: ["2026-09-01", "2026-10-01", "2026-11-01"].map((month) => ({ month, checked: 40, agreed: 36, low: 0.77, high: 0.96 })),
  health: [
    { what: "worker", is_good: true, at: "2026-11-20T00:07:00Z", number: 0 },
    { what: "mail", is_good: false, at: null, number: null },
    { what: "jobs", is_good: false, at: null, number: 3 },
    { what: "verification", is_good: null, at: null, number: null },
  ],
});
const HEAD = aHeadModerator({ cms_access: PERMISSIONS.filter((name) => name !== "history") });
const answers = (figures: DashboardFigures) => server.use(http.get("*/api/dashboard", () => HttpResponse.json(figures)));
const card = async (name: string | RegExp) => within(await screen.findByRole("region", { name }));

test("a person's decisions of today are those one by one, with batches behind them, as the figure of all", async () => {
  const person = { person: { id: 9, name: "Ada Byron" }, on_duty: true, by_day: [], queues: [] };
  const held = { held: 1, assigned: 3, overdue: 1, oldest_at: null, average_age_seconds: null, skipped_today: 0 };
  const decided = { decided_today: 12, decided_lately: 240, batched_today: 5, batched_lately: 120, rejected_share: null, median_seconds: null };
  answers({ ...OF_HEAD, days: [{ day: "2026-11-20", arrived: 3, decided: 7, batched: 5 }], team: [{ ...person, ...held, ...decided }] });
  renderApp("/", { as: HEAD });
  const team = await card("Team");
  const row = (await team.findByText("Ada Byron")).closest("tr");
  expect([...(row?.cells ?? [])].slice(2, 4).map(({ textContent }) => textContent)).toEqual(["4 1", "7 +5"]);
  expect(screen.getByText("decided today").parentElement).toHaveTextContent("7decided today, +5 in batches");
  expect(team.getByRole("columnheader", { name: "Today" })).toHaveAttribute("title", expect.stringMatching(/^Decisions today, one by one \+ in batches/));
});

describe("the dashboard of a moderator", () => {
  beforeEach(() => answers(someFigures(DAYS)));

  test("shows the item that is next, and takes it", async () => {
    const page = { ...aPage([aRow(6), aRow(7)]), next_up: [7] };
    server.use(http.get("*/api/queues/pending/tasks", () => HttpResponse.json(page)));
    renderApp("/", { as: aModerator() });
    const next = await card("Next for you");
    expect(await next.findByText("Review 7")).toBeVisible();
    expect(next.getByText("Saltmarsh Veterinary Centre")).toBeVisible();
    expect(next.getByRole("img", { name: /2 out of 5/ })).toBeVisible();
    expect(next.getByRole("button", { name: /Take the next item/ })).toBeEnabled();
  });

  test("shows arrivals against decisions, batches apart, and nothing of what is a head's", async () => {
    const { user } = renderApp("/", { as: aModerator() });
    const days = await card("Arrivals and decisions");
    expect(await days.findByRole("row", { name: "Friday 20 November 103 113" })).toBeInTheDocument();
    await user.click(days.getByLabelText("What is counted"));
    expect(days.getByText(/^Arrived: items that came to your queues for the first time\. .* undone or rolled back is not counted\.$/)).toBeVisible();
    expect(days.queryByText("Expected, 8 of 10")).toBeNull();
    for (const name of ["Overdue", "Waits for you", "Team", "Agreement", "Health"])
      expect(screen.queryByRole("region", { name })).toBeNull();
  });

  test("shows how old items are when they are decided, by stars", async () => {
    answers(someFigures({ ...DAYS, decided: [{ rating: 1, count: 4, median_seconds: 7_200 }] }));
    renderApp("/", { as: aModerator() });
    const decided = await card("Median age at decision");
    expect(await decided.findByRole("img", { name: "4 decisions" })).toBeVisible();
    expect(decided.getByText("2 h")).toBeVisible();
    expect(decided.getAllByText("none decided")).toHaveLength(4);
  });

  test("lists what is theirs with its lock", async () => {
    const withoutCompany = { ...aRow(9).summary, company: null } as TaskRow["summary"];
    const mine = [aRow(8, { locked: true, locked_until: "2026-11-20T14:32:00" }), aRow(9, { summary: withoutCompany })];
    server.use(http.get("*/api/queues/assigned_to_me/tasks", () => HttpResponse.json(aPage(mine))));
    renderApp("/", { as: aModerator() });
    const items = await card("My work");
    expect(await items.findByText("Yours until 14:32")).toBeVisible();
    expect(items.getByText("Assigned")).toBeVisible();
    expect(items.getByRole("link", { name: "Review 9" })).toHaveAttribute("href", "/reviews/moderate?item=9");
  });

  test("says on the first morning what outcomes mean, until the person has read it", async () => {
    const newcomer = aModerator({ knows_outcomes: false });
    const about = "It keeps to the rules, whatever it says of the company.";
    answers(someFigures({ ...DAYS, morning: [{ name: "approve", label: "Approve", hotkey: "a", undo_seconds: 30, about }] }));
    const own = (lately: number) => http.get("*/api/user/me/figures", () => HttpResponse.json({ ...FIGURES, decided_lately: lately }));
    server.use(http.delete("*/api/dashboard/morning", () => refusal(500, "internal")), own(19));
    const { user } = renderApp("/", { as: newcomer });
    const morning = await card("Your first morning");
    expect(await morning.findByText(about)).toBeInTheDocument();
    expect(morning.getByText(/As long as you can undo it, Undo stands below the list, with the time left\.$/)).toBeVisible();
    await user.click(morning.getByRole("button", { name: "I know this" }));
    expect(await screen.findByText("An unknown error occurred. Please try again. a3f9-77")).toBeVisible();
    server.use(
      http.delete("*/api/dashboard/morning", () => new HttpResponse(null, { status: 204 })),
      http.get("*/api/user/me", () => HttpResponse.json({ ...newcomer, knows_outcomes: true })),
    );
    await user.click(morning.getByRole("button", { name: "I know this" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Your first morning" })).toBeNull());
  });

  test("no first morning for who has decided twenty items lately", async () => {
    answers(someFigures({ ...DAYS, morning: [] }));
    server.use(http.get("*/api/user/me/figures", () => HttpResponse.json({ ...FIGURES, decided_lately: 20 })));
    renderApp("/", { as: aModerator({ knows_outcomes: false }) });
    expect(await (await card("Your figures")).findByText(/20 in 7 days/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Your first morning" })).toBeNull();
  });

  test("in one column one's own work follows the next item, and the first morning is last", async () => {
    setViewport(768);
    answers(someFigures({ ...DAYS, morning: [] }));
    server.use(http.get("*/api/user/me/figures", () => HttpResponse.json({ ...FIGURES, decided_lately: 0 })));
    renderApp("/", { as: aModerator({ knows_outcomes: false }) });
    await card("Your first morning");
    await card("Median age at decision");
    const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(titles.filter((title) => title !== "Median age at decision")).toEqual(["Next for you", "My work", "Queues", "Your figures", "Arrivals and decisions", "Your first morning"]);
  });
});

describe("the dashboard of a head moderator", () => {
  beforeEach(() => answers(OF_HEAD));

  test("says what is expected, and when the queue is empty", async () => {
    renderApp("/", { as: HEAD });
    const days = await card("Arrivals and decisions");
    const sentence = await days.findByText("Moderate reviews is empty on Tuesday 24 November");
    expect(sentence.parentElement).toHaveTextContent("At the rate of the last 28 days, with the people on duty, Moderate reviews is empty on Tuesday 24 November, 8 times of 10 between Mon 23 Nov and Wed 25 Nov.");
    expect(days.queryByText(/a usual Friday has/)).toBeNull();
    expect(days.getByRole("row", { name: "Friday 20 November 103 130 113 120 113 to 130" })).toBeInTheDocument();
    expect(days.getByRole("row", { name: "Wednesday 25 November – 130 – 120 110 to 130" })).toBeInTheDocument();
  });

  test("says of each queue how it went and when it is empty, or that it grows", async () => {
    renderApp("/", { as: HEAD });
    const queues = await card("Queues");
    expect(await queues.findByText("Tue 24 Nov")).toHaveAttribute("title", "8 of 10: Mon 23 Nov to Wed 25 Nov");
    expect(queues.getByRole("img", { name: "14 days, from 400 to 413" })).toBeVisible();
    expect(queues.getByRole("columnheader", { name: "8 of 10" })).toBeVisible();
  });

  test("marks only the queue that grows most, and none that is held on purpose", async () => {
    const grows = (growth: number) => ({ when: "never" as const, day: null, soonest: null, latest: null, growth, days: 28 });
    const parked = { ...grows(0), when: "parked" as const, days: 0 };
    answers({ ...OF_HEAD, queues: [{ queue: "escalated", open: [1], emptied: grows(2) }, { queue: "pending", open: [1], emptied: grows(21) }, { queue: "backlog", open: [1], emptied: parked }] });
    const summaries = ["pending", "escalated", "backlog"].map((name) => aQueue({ name, title: name }));
    server.use(http.get("*/api/queues", () => HttpResponse.json(summaries)));
    renderApp("/", { as: HEAD });
    const queues = await card("Queues");
    expect(await queues.findByText("never, +21 a day")).toBeVisible();
    expect(queues.getByText("+2 a day")).toBeVisible();
    expect(queues.getByText("held on purpose")).toBeVisible();
  });

  test("says what a usual day brings, on a day that brings more", async () => {
    const today = { day: "2026-11-20", decided: 7, batched: 0 };
    const unusual = /Today 2,913 arrived in all queues; a usual Friday has 120\./;
    answers({ ...OF_HEAD, days: [...OF_HEAD.days.slice(0, -1), { ...today, arrived: 2_913 }] });
    renderApp("/", { as: HEAD });
    expect(await (await card("Arrivals and decisions")).findByText(unusual)).toBeVisible();
  });

  test("says that too little is known for a forecast", async () => {
    const emptied = { when: "unknown" as const, day: null, soonest: null, latest: null, growth: 0, days: 0 };
    answers({ ...OF_HEAD, expected: [], queues: [{ queue: "pending", open: [1], emptied }] });
    renderApp("/", { as: HEAD });
    expect(await screen.findByText(/^A forecast needs two weeks of history\./)).toBeVisible();
  });

  test("lists what is overdue for longest, what waits, and who waits by stars", async () => {
    renderApp("/", { as: HEAD });
    const overdue = await card("Overdue");
    expect(await overdue.findByRole("link", { name: "Saltmarsh Veterinary Centre" })).toHaveAttribute("href", "/reviews/moderate?item=7");
    expect(overdue.getByText("1 of 31, harm first, then the longest")).toBeVisible();
    const waits = await card("Waits for you");
    expect(waits.getByRole("link", { name: "2 batches to confirm" })).toHaveAttribute("href", "/reviews/bulk-moderate");
    expect(waits.getByRole("link", { name: "Saltmarsh Veterinary Centre" })).toHaveAttribute("href", "/reviews/escalated?item=11");
    expect(waits.getByRole("link", { name: "Escalated reviews 5" })).toHaveAttribute("href", "/reviews/escalated");
    expect(waits.getByText("7", { exact: true })).toBeVisible();
    expect(overdue.getByRole("link", { name: "Moderate reviews 31" })).toHaveAttribute("href", "/reviews/moderate?overdue=true");
    for (const all of [overdue.getByRole("link", { name: "All 31" }), screen.getByText("overdue", { exact: false, selector: ".figures span" }).parentElement?.querySelector("a")])
      expect(all).toHaveAttribute("href", "/team/overdue");
    expect(screen.getByRole("img", { name: "41 under 4 h, 29 4 to 12 h, 14 12 to 24 h, 6 over a day" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Health" })).toBeNull();
  });

  test("takes the first overdue item of those that are free, and says when there is none", async () => {
    const late = [aRow(3, { priority: 1, locked: true, locked_by: "Callum Frayne" }), aRow(5), aRow(7, { queue: "escalated" })];
    const asked: string[] = [];
    answers({ ...OF_HEAD, overdue: late });
    server.use(
      http.put("*/api/tasks/:id/lock", withCall(asked, ({ params }) => String(params.id), () =>
        asked.length < 3 ? refusal(409, "task_taken") : HttpResponse.json({ locked_until: "2026-11-20T14:32:00Z" }),
      )),
      http.get("*/api/tasks/5", () => refusal(404, "not_found")), // the item's page has tests of its own
    );
    const { user, place } = renderApp("/", { as: HEAD });
    const overdue = await card("Overdue");
    expect((await overdue.findByText("Harm")).closest("tr")).toHaveTextContent("Callum Frayne");
    await user.click(await overdue.findByRole("button", { name: /Take the first/ }));
    expect(await screen.findByText("No item is free: your colleagues have the remaining ones.")).toBeVisible();
    expect(asked).toEqual(["5", "7"]);
    await user.keyboard("o");
    await waitFor(() => expect(place()).toBe("/reviews/moderate?item=5"));
  });

  test("leads from a number of overdue items to these, and switches duty in its row", async () => {
    const person = { id: 9, name: "Callum Frayne" };
    const figures = { held: 1, assigned: 0, overdue: 0, oldest_at: null, average_age_seconds: null, queues: [], decided_lately: 9 };
    const more = { decided_today: 3, batched_today: 0, batched_lately: 0, rejected_share: null, median_seconds: null, skipped_today: 0, by_day: [] };
    answers({ ...OF_HEAD, team: [{ person, on_duty: true, ...figures, ...more }] });
    server.use(http.put("*/api/team/9/duty", () => new HttpResponse(null, { status: 204 })));
    const { user } = renderApp("/", { as: HEAD });
    const queues = await card("Queues");
    expect(await queues.findByRole("link", { name: "31" })).toHaveAttribute("href", "/reviews/moderate?overdue=true");
    const duty = await screen.findByRole("switch", { name: "Callum Frayne is on duty" });
    await user.click(duty);
    await waitFor(() => expect(duty).toHaveAttribute("aria-checked", "false"));
  });

  test("gives what nobody has to somebody, without a reason", async () => {
    const person = { id: 9, name: "Callum Frayne" };
    const figures = { held: 1, assigned: 0, overdue: 0, oldest_at: null, average_age_seconds: null, queues: [], decided_lately: 9 };
    const more = { decided_today: 3, batched_today: 0, batched_lately: 0, rejected_share: null, median_seconds: null, skipped_today: 0, by_day: [] };
    answers({ ...OF_HEAD, team: [{ person, on_duty: true, ...figures, ...more }] });
    const asked: unknown[] = [];
    server.use(
      http.post("*/api/tasks/assign", withBody(asked, () =>
        HttpResponse.json({ done: 1, refused: 0, results: [{ task_id: 7, status: "done", code: null, holder: null }] }),
      )),
    );
    const { user } = renderApp("/", { as: HEAD });
    await user.click(await (await card("Overdue")).findByRole("button", { name: "Assign" }));
    const box = within(await screen.findByRole("dialog", { name: "Assign 1 item" }));
    await user.click(box.getByRole("option", { name: /Callum Frayne/ }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(asked).toEqual([{ task_ids: [7], user_id: 9, note: "", take_over: false }]));
  });

  test("says the agreement of few months in sentences, with the interval", async () => {
    answers({ ...OF_HEAD, agreement: [{ month: "2026-11-01", checked: 9, agreed: 4, low: 0.19, high: 0.73 }] });
    renderApp("/", { as: HEAD });
    const agreement = await card("Agreement");
    expect(await agreement.findByText("4 of 9 agreed in November. Too few to judge: 19% to 73%.")).toBeVisible();
    expect(agreement.getByRole("row", { name: "November 2026 44% 19% to 73% 85%" })).toBeInTheDocument();
  });

  test("says the same of a queue that stays as it is in the table and below the chart", async () => {
    const emptied = { when: "never" as const, day: null, soonest: null, latest: null, growth: 0.2, days: 14 };
    answers({ ...OF_HEAD, queues: [{ queue: "pending", open: [1], emptied }] });
    renderApp("/", { as: HEAD });
    expect((await screen.findByText("Moderate reviews does not get shorter")).parentElement).toHaveTextContent(/^At the rate of the last 14 days, with the people on duty, /);
    expect(await screen.findByText("stays level")).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: "8 of 10" })).toBeNull(); // no queue has such days
  });

  test("shows agreement by month with its interval", async () => {
    renderApp("/", { as: HEAD });
    const agreement = await card("Agreement");
    expect(await agreement.findByRole("row", { name: "November 2026 90% 77% to 96%" })).toBeInTheDocument();
    expect(screen.getByText("agreement")).toHaveTextContent("agreement, 36 of 40, 85% wanted");
    expect(screen.getByRole("link", { name: "90%" })).toHaveAttribute("href", "/quality");
  });
});

test("the dashboard of an admin says how the product is, a sentence each", async () => {
  answers(OF_HEAD);
  renderApp("/", { as: aHeadModerator() });
  const health = await card("Health");
  const lines = (await health.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^in order: Jobs: 0 waiting\. The last was done .*\d\d:\d\d\.$/),
    "needs attention: Mail is not configured: no letter is sent.",
    "needs attention: 3 background jobs have failed.",
    "not known: History has never been verified.Verify now",
  ]);
  expect(health.getByRole("link", { name: "3 background jobs have failed." })).toHaveAttribute("href", "/jobs/failed");
});

test("who works in no queue asks for no figures", async () => {
  let asked = 0;
  server.use(
    http.get("*/api/dashboard", () => {
      asked += 1;
      return HttpResponse.json(someFigures());
    }),
  );
  renderApp("/", { as: aModerator({ cms_access: ["organisation"] }) });
  await screen.findByRole("heading", { level: 1 });
  expect(asked).toBe(0);
});
