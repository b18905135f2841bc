import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { Member, TaskRow, Team } from "@/api/types";
import { aHeadModerator, aModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { storedDrafts } from "@/testing/stored-drafts";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const CALLUM = { id: 9, name: "Callum Frayne" };
const ADA = { id: 12, name: "Ada Byron" };

function aMember(person: Member["person"], change: Partial<Member> = {}): Member {
  return {
    person,
    on_duty: true,
    held: 0,
    assigned: 0,
    overdue: 0,
    oldest_at: null,
    average_age_seconds: null,
    queues: [],
    decided_today: 3,
    decided_lately: 20,
    batched_today: 0,
    batched_lately: 0,
    rejected_share: 0.25,
    median_seconds: 42,
    skipped_today: 1,
    by_day: [0, 1, 0, 0, 2, 0, 4, 3, 3, 0, 5, 4, 2, 3],
    ...change,
  };
}

const TEAM = [
  aMember(ADA),
  aMember(CALLUM, { held: 1, assigned: 1, overdue: 1, queues: [{ queue: "pending", items: 2, overdue: 1 }] }),
  aMember({ id: 13, name: "Bo Off" }, { on_duty: false }),
];

const answered = (members: Member[], waiting: Team["waiting"] = []): Team => ({ members, waiting });

const aRow = (id: number, change: Partial<TaskRow> = {}): Partial<TaskRow> => ({
  task_id: id,
  queue: "pending",
  locked: false,
  locked_id: 0,
  assigned_to: CALLUM,
  due_at: null,
  created_at: "2026-11-20T08:00:00Z",
  summary: {
    kind: "review",
    id,
    title: `Review ${id}`,
    excerpt: "",
    company: null,
    author_name: "",
    rating: 2,
    source: "wf",
    flagged: 0,
    received_at: "2026-11-20T08:00:00Z",
  },
  ...change,
});

let asked: unknown[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    http.get("*/api/team", () => HttpResponse.json(answered(TEAM))),
    http.get("*/api/queues/assigned_to_others/tasks", ({ request }) => {
      const person = new URL(request.url).searchParams.get("person");
      const items = person === "9" ? [aRow(4), aRow(6, { locked: true, locked_id: 9 })] : [];
      return HttpResponse.json({ items, next_cursor: null });
    }),
    http.post("*/api/tasks/assign", withBody(asked, () =>
      HttpResponse.json({ done: 2, refused: 0, results: [4, 6].map((id) => ({ task_id: id, status: "done", code: null, holder: null })) }),
    )),
  );
});

const callum = () => screen.findByRole("button", { name: "Callum Frayne" });

describe("the team", () => {
  test("shows who has how much, those with the most first", async () => {
    renderApp("/team", { as: aHeadModerator() });
    await callum();
    const [, first, second] = screen.getAllByRole("row");
    expect(first).toHaveTextContent("Callum Frayne");
    expect(first).toHaveTextContent("42 s");
    expect(second).toHaveTextContent("Ada Byron");
    expect(within(first ?? document.body).getByRole("img", { name: "1 overdue, 1 in time" }).parentElement).toHaveAttribute("title", "1 taken, 1 assigned");
    expect(within(first ?? document.body).getByRole("img", { name: /^27 decisions in 14 days, today last: 0, 1, 0, 0, 2/ })).toBeVisible();
    expect(screen.getByRole("img", { name: /^81 decisions in 14 days/ }).closest("tr")).toHaveTextContent("All 3 people");
    expect(screen.getByText("3 people, 2 on duty")).toBeInTheDocument();
  });

  test("says how long the open items of each queue wait, by keys as well", async () => {
    const waiting = [
      { queue: "escalated", open: 5, low: 3_600, median: 7_200, high: 86_400, clock: null },
      { queue: "pending", open: 412, low: 600, median: 14_400, high: 187_200, clock: 86_400 },
    ];
    server.use(http.get("*/api/team", () => HttpResponse.json(answered(TEAM, waiting))));
    const { user } = renderApp("/team", { as: aHeadModerator() });
    const card = within(await screen.findByRole("region", { name: "How long open items wait" }));
    expect(card.getByRole("row", { name: "Moderate reviews 4\u00a0h 10\u00a0min to 2\u00a0d\u00a04\u00a0h 1\u00a0d" })).toBeInTheDocument();
    // as on the dashboard
    expect(card.getAllByRole("row").map((row) => row.firstChild?.textContent)).toEqual(["Queue", "Moderate reviews", "Escalated reviews"]);
    card.getByRole("slider").focus();
    await user.keyboard("{ArrowDown}");
    expect(card.getByRole("slider")).toHaveAttribute("aria-valuetext", "Escalated reviews, Median: 2\u00a0h, 8 of 10: 1\u00a0h to 1\u00a0d");
  });

  test("hands free work out evenly: says first who gets how many, and takes it back", async () => {
    const back: unknown[] = [];
    const result = (id: number) => ({ task_id: id, status: "done", code: null, holder: null });
    server.use(
      http.get("*/api/team/evenly", () => HttpResponse.json([{ person: CALLUM, has: 2, gets: 3 }])),
      http.post("*/api/team/evenly", () => HttpResponse.json({ done: 2, refused: 1, results: [result(5), result(6), { ...result(7), status: "refused", code: "task_taken" }] })),
      http.post("*/api/tasks/assign", withBody(back, () => HttpResponse.json({ done: 2, refused: 0, results: [result(5), result(6)] }))),
    );
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await user.click(await screen.findByRole("button", { name: "Hand out evenly" }));
    expect(await screen.findByText("3 more, then 5")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Hand out Ctrl|^Hand out$/ }));
    // other notifications may still be visible
    const said = (await screen.findByText("2 items handed out")).closest("li");
    await user.click(within(said as HTMLElement).getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(back).toMatchObject([{ task_ids: [5, 6], user_id: null }]));
  });

  test("sums the people in a last row, and each column sorts", async () => {
    const batches = { decided_lately: 80, batched_lately: 60, rejected_share: 0.75, oldest_at: "2026-11-20T08:00:00Z", average_age_seconds: 120 };
    server.use(http.get("*/api/team", () => HttpResponse.json(answered(TEAM.map((member) => (member.person === CALLUM ? { ...member, ...batches } : member))))));
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await callum();
    const names = () => screen.getAllByRole("row").slice(1).map((row) => within(row).getByRole("rowheader").textContent);
    const total = screen.getAllByRole("row").at(-1) ?? document.body;
    const cells = within(total).getAllByRole("cell").map((cell) => cell.textContent);
    // the mean of the shares, weighted by 20, 20 and 20 individual decisions; batches have no weight
    expect(cells.toSpliced(3, 1)).toEqual(["2 on duty", "2", "1", "2\u00a0min", "9", "60", "–", "42%", "3"]);
    expect(names().at(-1)).toBe("All 3 people");
    const head = within(screen.getByRole("table", { name: "People" }));
    for (const column of head.getAllByRole("columnheader")) {
      await user.click(within(column).getByRole("button"));
      expect(column).toHaveAttribute("aria-sort");
      expect(names().at(-1)).toBe("All 3 people");
    }
  });

  test("says of a person's items whose they are, and what was decided in batches", async () => {
    const batched = TEAM.map((member) => ({ ...member, batched_today: 2, batched_lately: 115 }));
    const ofCompany = { ...aRow(4).summary, company: { id: 3, name: "Tidewell Dental" } };
    server.use(
      http.get("*/api/team", () => HttpResponse.json(answered(batched))),
      http.get("*/api/queues/assigned_to_others/tasks", () => HttpResponse.json({ items: [{ ...aRow(4), summary: ofCompany }], next_cursor: null })),
    );
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await user.click(await callum());
    const item = (await screen.findByRole("link", { name: "Review 4" })).closest("tr") ?? document.body;
    expect(within(item).getByText("Tidewell Dental")).toBeVisible();
    expect(screen.getByText("In batches: 2 items today, 115 in the last seven days, beside the decisions one by one.")).toBeVisible();
  });

  test("moves work from one to another by the keyboard alone, with a reason", async () => {
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await callum();
    await user.keyboard("j{Enter}");
    expect(await screen.findByRole("table", { name: "Items of Callum Frayne" })).toBeVisible();
    await user.keyboard("jxjxm");
    let box = await screen.findByRole("dialog", { name: "Assign 2 items" });
    expect(within(box).getByRole("option", { name: /Bo Off/ })).toHaveAttribute("aria-disabled", "true");
    expect(within(box).getByRole("option", { name: /Callum Frayne/ })).toHaveTextContent("1 taken, 1 assigned · 1 overdue");
    expect(within(box).getByRole("option", { name: /Ada Byron/ })).toHaveTextContent("no items");
    await user.keyboard("ada{Enter}");
    await user.type(within(box).getByLabelText("Reason"), "Callum is away.");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(box).not.toBeInTheDocument());
    await user.keyboard("m");
    box = await screen.findByRole("dialog", { name: "Assign 2 items" });
    expect(within(box).getByLabelText("Reason")).toHaveValue("Callum is away.");
    await user.keyboard("ada{Enter}");
    await user.click(within(box).getByRole("checkbox", { name: /Also take items that others hold/ }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(asked).toEqual([{ task_ids: [4, 6], user_id: 12, note: "Callum is away.", take_over: true }]),
    );
    await waitFor(() => expect(screen.queryByText("2 selected")).not.toBeInTheDocument());
    await waitFor(() => expect(storedDrafts()).toEqual([]));
  });

  test.each([
    ["Ada Byron", "2 items assigned to Ada Byron"],
    [aHeadModerator().name.full, "2 items assigned to you"],
  ])("says to whom work went: %s", async (name, sentence) => {
    const me = aHeadModerator();
    const own = aMember({ id: me.id, name: me.name.full });
    server.use(http.get("*/api/team", () => HttpResponse.json(answered([...TEAM, own]))));
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await callum();
    await user.keyboard("j{Enter}");
    await screen.findByRole("table", { name: "Items of Callum Frayne" });
    await user.keyboard("jxjxm");
    const box = await screen.findByRole("dialog", { name: "Assign 2 items" });
    await user.click(within(box).getByRole("option", { name: new RegExp(name) }));
    await user.type(within(box).getByLabelText("Reason"), "Callum is away.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test("moves what is dragged onto a person", async () => {
    const { user } = renderApp("/team", { as: aHeadModerator() });
    await user.click(await callum());
    const link = await screen.findByRole("link", { name: "Review 4" });
    fireEvent.dragStart(link, { dataTransfer: { effectAllowed: "" } });
    fireEvent.drop(screen.getByRole("button", { name: "Ada Byron" }));
    const box = await screen.findByRole("dialog", { name: "Assign 1 item" });
    expect(within(box).getByRole("option", { name: /Ada Byron/ })).toHaveAttribute("aria-selected", "true");
  });

  test("switches duty, and says so when it could not", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put("*/api/team/9/duty", withBody(sent)),
      http.put("*/api/team/12/duty", () => refusal(404, "not_found")),
    );
    const { user } = renderApp("/team", { as: aHeadModerator() });
    const duty = await screen.findByRole("switch", { name: "Callum Frayne is on duty" });
    expect(duty).toBeChecked();
    await user.click(duty);
    await waitFor(() => expect(sent).toEqual([{ on_duty: false }]));
    await user.click(screen.getByRole("switch", { name: "Ada Byron is on duty" }));
    const failed = await screen.findByText("Duty could not be switched. Please try again.");
    expect(failed.closest("[data-sonner-toast]")).toHaveAttribute("data-type", "error");
  });

  test("says whose duty was switched, and undoes it", async () => {
    const sent: unknown[] = [];
    server.use(http.put("*/api/team/9/duty", withBody(sent)));
    const { user } = renderApp("/team", { as: aHeadModerator() });
    const duty = await screen.findByRole("switch", { name: "Callum Frayne is on duty" });
    expect(duty).toHaveTextContent("On duty");
    await user.click(duty);
    expect(await screen.findByText("Callum Frayne is now off duty")).toBeInTheDocument();
    expect(duty).not.toBeChecked();
    expect(duty).toHaveTextContent("Off duty");
    expect(duty).toHaveFocus();
    // the previous test's notification may still cover it
    const notification = screen.getByText("Callum Frayne is now off duty").closest("li") ?? document.body;
    fireEvent.click(within(notification).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent).toEqual([{ on_duty: false }, { on_duty: true }]));
    await waitFor(() => expect(duty).toBeChecked());
  });

  test("keeps each person in their place while the page is used, and sorts again when that is asked for", async () => {
    let team = TEAM;
    server.use(
      http.get("*/api/team", () => HttpResponse.json(answered(team))),
      http.put("*/api/team/:id/duty", ({ params }) => {
        team = team.map((member) => (member.person.id === Number(params.id) ? { ...member, on_duty: false, held: 0, assigned: 0 } : member));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const names = () => screen.getAllByRole("row").slice(1, -1).map((row) => within(row).getByRole("rowheader").textContent);
    const { user, client } = renderApp("/team?sort=duty", { as: aHeadModerator() });
    await callum();
    const before = names();
    expect(before).toEqual([expect.stringContaining("Callum"), expect.stringContaining("Ada"), expect.stringContaining("Bo")]);
    await user.click(screen.getByRole("switch", { name: "Callum Frayne is on duty" }));
    await waitFor(() => expect(screen.getByRole("switch", { name: "Callum Frayne is on duty" })).not.toBeChecked());
    await client.refetchQueries();
    expect(names()).toEqual(before);
    await user.click(screen.getByRole("button", { name: "Sort again" }));
    expect(names()).toEqual([expect.stringContaining("Ada"), expect.stringContaining("Bo"), expect.stringContaining("Callum")]);
    expect(screen.queryByRole("button", { name: "Sort again" })).not.toBeInTheDocument();
  });

  test("says so when it could not be loaded, and is a head moderator's", async () => {
    server.use(http.get("*/api/team", () => refusal(500, "unknown")));
    renderApp("/team", { as: aHeadModerator() });
    expect(await screen.findByText("Could not load the team")).toBeVisible();
  });
});

describe("my figures", () => {
  test("stand on the dashboard with the way to my work, and how what I escalated ended", async () => {
    const answer = { label: "Return", by: CALLUM, at: "2026-11-20T08:30:00Z", text: "Ask for the receipt." };
    const subject = aRow(4).summary;
    server.use(
      http.get("*/api/user/me/escalations", () =>
        HttpResponse.json([
          { task_id: 5, at: "2026-11-20T08:00:00Z", subject: { ...subject, title: "Other" }, answer: null },
          { task_id: 4, at: "2026-11-20T08:00:00Z", subject, answer },
        ]),
      ),
    );
    renderApp("/", { as: aModerator() });
    expect(await screen.findByText("1 overdue", { selector: ".card-head *" })).toBeVisible();
    const mine = within(await screen.findByRole("region", { name: "Your figures" }));
    expect(mine.getByText("Decided").nextSibling).toHaveTextContent(/^7 today, 120 in 7 days$/);
    expect(mine.getByText("In batches").nextSibling).toHaveTextContent(/^5 today, 120 in 7 days$/);
    expect(screen.getByText("25%", { exact: false })).toHaveTextContent("25% · without batches");
    expect(await screen.findByText("Return, by Callum Frayne")).toBeVisible();
    expect(screen.getByText("Ask for the receipt.")).toBeVisible();
    expect(screen.getByText(/^Not decided yet by a head moderator/)).toBeVisible();
  });
});

test("what is overdue in all queues is one list with queue, holder and time, read page after page", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/team/overdue", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("cursor") ?? "");
      const late = aRow(asked.length, { due_at: "2026-11-20T09:00:00Z", assigned_to: asked.length === 1 ? CALLUM : null });
      return HttpResponse.json({ items: [late], next_cursor: asked.length === 1 ? "more" : null });
    }),
  );
  const { user } = renderApp("/team/overdue", { as: aHeadModerator() });
  const row = (await screen.findByRole("link", { name: "Review 1" })).closest("tr") ?? document.body;
  for (const words of ["Moderate reviews", "Callum Frayne"]) expect(row).toHaveTextContent(words);
  expect(within(row).getByText(/overdue|late/i)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Show more/ }));
  const other = (await screen.findByRole("link", { name: "Review 2" })).closest("tr") ?? document.body;
  expect(within(other).getByText("–")).toBeVisible();
  expect(asked).toEqual(["", "more"]);
});
