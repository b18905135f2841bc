import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { orderedQueues } from "@/lib/desk";
import { saveSettings } from "@/lib/settings";
import { aDesk as aServedDesk } from "@/testing/desk/desk-server";
import { giveRoom, heading, openDesk } from "@/testing/desk/open-desk";
import { aDesk, aHeadModerator, aModerator, counts } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

afterEach(() => saveSettings({ singleKeys: true, theme: "light" }));

const field = () => screen.findByRole("combobox", { name: "Command palette" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const marked = () => {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.textContent.trim() : undefined;
};

/** Answers each search with these companies. */
function serveCompanies(...names: string[]) {
  const items = names.map((title, at) => ({
    id: at + 3,
    title,
    subtitle: "Whitby",
    path: `/company/${at + 3}`,
    highlights: [{ field: "name", text: title, marks: [[0, 6]] }],
    status: "open",
    rating: null,
    source: null,
    at: null,
  }));
  const group = { type: "companies", items, total: items.length, total_is_exact: true, searched: null, in_time: true, more: false };
  server.use(
    http.get("*/api/search", () => HttpResponse.json({ groups: names.length > 0 ? [group] : [] })),
    http.get("*/api/queues/assigned_to_others/people", () => HttpResponse.json([])),
  );
}

async function open(as = aModerator(), path = "/") {
  const app = renderApp(path, { as });
  await screen.findByRole("heading", { level: 1 });
  await app.user.keyboard("{Control>}k{/Control}");
  await field();
  return app;
}

test("Ctrl-K opens it and closes it again, from a field and without single keys too", async () => {
  serveCompanies();
  const { user } = renderApp("/", { as: aModerator() });
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("/");
  act(() => saveSettings({ singleKeys: false }));
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveFocus();
  await user.keyboard("{Control>}k{/Control}");
  expect(await field()).toHaveFocus();
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox", { name: "Command palette" })).not.toBeInTheDocument();
  await user.keyboard("{Meta>}k{/Meta}");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("searchbox", { name: "Search" })).toHaveFocus());
});

test("offers the first queues and one's own work, and other pages when they are named, each once", async () => {
  serveCompanies();
  const { user } = await open();
  const goTo = () => within(screen.getByRole("group", { name: "Go to" })).getAllByRole("option").map(({ textContent }) => textContent.trim());
  const titles = orderedQueues(aDesk()).map(({ title }) => title);
  expect(goTo().map((shown) => titles.find((title) => shown.startsWith(title)))).toEqual([...titles.slice(0, 5), "My work"]);
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual(["Go to", "Lists", "Settings"]);
  for (const name of ["Search", "Canned replies", "Companies", "Ticket System"]) {
    await user.clear(await field());
    await user.type(await field(), name);
    expect(goTo().filter((shown) => shown.startsWith(name))).toHaveLength(1);
    expect(options().filter((shown) => shown.startsWith(name) && !shown.startsWith("Search everything"))).toHaveLength(1);
  }
  await user.clear(await field());
  await user.type(await field(), "user accounts");
  expect(within(screen.getByRole("group", { name: "You have no access" })).getByRole("option", { name: "User accounts" })).toBeVisible();
});

test("a queue is found by the beginnings of its words, with its count, and Enter opens it", async () => {
  server.use(http.get("*/api/cms/counts", () => HttpResponse.json(counts({ pending: 412 }))));
  serveCompanies();
  const { user, place } = await open();
  await user.keyboard("rev mod");
  await waitFor(() => expect(marked()).toMatch(/^Moderate reviews ?412gm$/));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(place()).toMatch(/^\/reviews\/moderate/));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("“go to review 4711” opens the review, and a number alone names whatever can have it", async () => {
  serveCompanies();
  const { user, place } = await open(aHeadModerator());
  await user.keyboard("12");
  expect(await screen.findByRole("option", { name: /Go to Ticket 12/ })).toBeVisible();
  expect(screen.getByRole("option", { name: /Go to Company 12/ })).toBeVisible();
  await user.clear(await field());
  await user.keyboard("go to review 4711");
  await waitFor(() => expect(marked()).toBe("Go to Review 4711"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(place()).toBe("/review/4711"));
});

test("results of the search come below the places, and what was marked stays marked", async () => {
  serveCompanies("Review Street Dental");
  const { user, place } = await open();
  await user.keyboard("review");
  await user.keyboard("{ArrowDown}");
  const before = marked();
  const found = await screen.findByRole("option", { name: /^Review Street Dental/ });
  expect(screen.getByRole("group", { name: "Companies" })).toContainElement(found);
  expect(marked()).toBe(before);
  expect(screen.getByText(/^\d+ results$/)).toBeInTheDocument();
  server.use(http.get("*/api/company/3", () => refusal(404, "not_found")));
  await user.click(found);
  await waitFor(() => expect(place()).toBe("/company/3?found=review"));
});

test("reviews and tickets of the company that was found stand below it, three of a kind, with their status and the way to all", async () => {
  serveCompanies("Quayle Street Dental");
  const review = (id: number) => ({ id, title: `Two days late ${id}`, subtitle: "Quayle Street Dental", path: `/review/${id}`, highlights: [], status: "pending", rating: 2, source: "wf", at: null });
  const group = { type: "reviews", items: [4, 5, 6].map(review), total: 12, total_is_exact: true, searched: null, in_time: true, more: true };
  const ofOthers = { ...group, type: "third-party-reviews", items: [{ ...review(8), source: "nhs" }], total: 1 };
  const ofAccounts = { ...group, type: "accounts", items: [review(9)], total: 1 };
  server.use(
    http.get("*/api/search", ({ request }) =>
      new URL(request.url).searchParams.get("term") === "company:3" ? HttpResponse.json({ groups: [group, ofOthers, ofAccounts], took_ms: 1 }) : undefined,
    ),
  );
  const { user, place } = await open();
  await user.keyboard("quay");
  expect((await screen.findByRole("option", { name: /late 8/ })).textContent.trim()).toBe("Two days late 8 Quayle Street Dental · NHS review Pending");
  const rows = await within(await screen.findByRole("group", { name: "WF Reviews 12" })).findAllByRole("option", { name: /^Two days late \d/ });
  expect(rows.map(({ textContent }) => textContent.trim())).toEqual([4, 5, 6].map((id) => `Two days late ${id} Quayle Street Dental Pending`));
  expect(within(screen.getByRole("group", { name: "WF Reviews 12" })).getAllByText("Quay", { selector: "mark" })).toHaveLength(3);
  expect(screen.getByText("14 results")).toBeVisible();
  await user.click(screen.getByRole("option", { name: "Show all 12 WF Reviews" }));
  await waitFor(() => expect(place()).toBe("/search?term=company%3A3&type=reviews"));
});

test("Tab in the field goes through what is searched, and back with Shift", async () => {
  const asked: (string | null)[] = [];
  serveCompanies("Quayle Street Dental");
  const { user, place } = await open();
  await user.keyboard("quay");
  await screen.findByRole("option", { name: /^Quayle Street Dental/ });
  server.use(
    http.get("*/api/search", withCall(asked, ({ request }) => new URL(request.url).searchParams.get("type"), () =>
      HttpResponse.json({ type: "hsone", items: [], total: 0, total_is_exact: true, searched: null, in_time: true, more: false }),
    )),
  );
  const chosen = () => screen.getByRole("button", { pressed: true }).textContent;
  await user.keyboard("{Tab}{Tab}");
  expect(await field()).toHaveFocus();
  expect(chosen()).toBe("HSOne ID");
  await waitFor(() => expect(asked).toContain("hsone"));
  await waitFor(() => expect(options()).toEqual([expect.stringMatching(/^Search everything/)]));
  await user.keyboard("{Shift>}{Tab}{/Shift}");
  expect(chosen()).toBe("Companies");
  await user.click(screen.getByRole("button", { name: "Users" }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(place()).toBe("/search?term=quay&type=accounts"));
});

test("Enter opens no result of what was typed before: it searches for what is typed now", async () => {
  serveCompanies("Quayle Street Dental");
  const { user, place } = await open();
  await user.keyboard("quay");
  await screen.findByRole("option", { name: /^Quayle Street Dental/ });
  server.use(http.get("*/api/search", () => delay("infinite")));
  await user.keyboard("son{Enter}");
  await waitFor(() => expect(place()).toBe("/search?term=quayson&type=everything"));
});

test("Ctrl+Enter leads to the full search, whatever is marked", async () => {
  serveCompanies();
  const { user, place } = await open();
  await user.keyboard("moderate");
  await user.keyboard("{ArrowDown}{Control>}{Enter}{/Control}");
  await waitFor(() => expect(place()).toBe("/search?term=moderate&type=everything"));
});

test("without the permission to search there are places alone, and nothing is asked for", async () => {
  let asked = 0;
  server.use(http.get("*/api/search", () => HttpResponse.json({ groups: [], asked: (asked += 1) })));
  const { user } = await open(aModerator({ cms_access: ["moderation"] }));
  await user.keyboard("backlog quayle");
  expect(await screen.findByText("Nothing has these words.")).toBeVisible();
  expect(options()).toEqual([]);
  expect(asked).toBe(0);
});

test("a page that the person may not see is named as such, and leads to who can give access", async () => {
  serveCompanies();
  const { user, place } = await open();
  await user.keyboard("history");
  const barred = within(await screen.findByRole("group", { name: "You have no access" })).getByRole("option", { name: "History" });
  expect(marked()).not.toBe("History");
  await user.click(barred);
  await waitFor(() => expect(place()).toBe("/history"));
  expect(await screen.findByText("You do not have access to this page")).toBeVisible();
});

test("people who have work are found by name, with the list of it", async () => {
  serveCompanies();
  server.use(
    http.get("*/api/queues/assigned_to_others/people", ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get("q") === "cal" ? [{ id: 12, name: "Callum Frayne", open: 3 }] : []),
    ),
  );
  const { user, place } = await open();
  await user.keyboard("cal");
  await user.click(await screen.findByRole("option", { name: /^Work of Callum Frayne 3 items/ }));
  await waitFor(() => expect(place()).toMatch(/^\/reviews\/assigned-to-others\?person=12/));
});

test("the theme changes from here", async () => {
  serveCompanies();
  const { user } = await open();
  await user.keyboard("dark{Enter}");
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
});

describe("on an item", () => {
  beforeAll(giveRoom);
  const atDesk = async () => {
    serveCompanies();
    const desk = aServedDesk([4, 6]);
    const app = await openDesk(desk);
    await heading("Review 4");
    return { ...app, desk };
  };

  test("an outcome shows its key, is never chosen beforehand, and does what its key does", async () => {
    const { user, desk } = await atDesk();
    await user.keyboard("n");
    await screen.findByRole("timer");
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("approve");
    const outcome = await screen.findByRole("option", { name: /^Approve/ });
    expect(within(outcome).getByText("a")).toBeInTheDocument();
    expect(screen.getByRole("group", { name: "Outcomes of the open item" })).toContainElement(outcome);
    expect(marked()).toBeUndefined();
    await user.keyboard("{Enter}");
    expect(desk.sent("POST", "/tasks/4/decision")).toEqual([]);
    await user.keyboard("{ArrowDown}{Enter}");
    await heading("Review 6");
    expect(desk.sent("POST", "/tasks/4/decision")[0]?.body).toEqual({ outcome: "approve", form: {}, revision: 1 });
  });

  test("an outcome with a form opens it, with the focus in its first field", async () => {
    const { user } = await atDesk();
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("reject{ArrowDown}{Enter}");
    await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveFocus());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("an item that has gone meanwhile is not decided, nor is the one that came in its place", async () => {
    const { user, desk, router } = await atDesk();
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("approve{ArrowDown}");
    await act(() => router.navigate("/reviews/moderate?item=6"));
    await screen.findByRole("heading", { level: 2, name: "Review 6", hidden: true });
    await user.keyboard("{Enter}");
    expect(await screen.findByText("This cannot be done any more.")).toBeInTheDocument();
    expect(desk.calls.filter(({ method }) => method !== "GET" && method !== "PUT")).toEqual([]);
  });

  test("not over another dialog", async () => {
    const { user } = await atDesk();
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Keys" });
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.queryByRole("combobox", { name: "Command palette" })).not.toBeInTheDocument();
  });
});
