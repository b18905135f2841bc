import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";

import { clock } from "@/lib/clock";
import { aDesk } from "@/testing/desk/desk-server";
import { aTicketRow, AT } from "@/testing/desk/tickets";
import { aModerator } from "@/testing/factories";
import { withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const ME = aModerator().id;

/** Serves a list with one ticket; returns the queries. */
function listing(change: Parameters<typeof aTicketRow>[1] = {}) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get("*/api/tickets", withCall(asked, ({ request }) => Object.fromEntries(new URL(request.url).searchParams), () =>
      HttpResponse.json({ items: [aTicketRow(4, change)], next_cursor: null, searched: null }),
    )),
  );
  return asked;
}

test.each([
  ["All unresolved", "all_unresolved"],
  ["Client has replied", "client_replied"],
  ["Waiting on client", "waiting_on_client"],
])("the page of tickets leads to the list “%s”, and back", async (name, filter) => {
  server.use(...aDesk([4], () => ({ queue: "tickets" })).handlers);
  const asked = listing();
  const { router } = renderApp("/tickets", { as: aModerator() });
  const lists = await screen.findByRole("navigation", { name: "Lists of all" });
  expect(within(lists).getAllByRole("link").map((link) => link.textContent)).toEqual(["Unresolved", "Replied", "Waiting"]);
  expect(within(lists).getByText("Queue")).toHaveAttribute("aria-current", "page");
  await userEvent.click(within(lists).getByRole("link", { name }));
  expect(await screen.findByRole("button", { name, pressed: true })).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: "/tickets/list", search: `?filter=${filter}` });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter, sort: "due", direction: "asc" }));
  await userEvent.click(screen.getByRole("link", { name: "Open the queue" }));
  expect(await screen.findByRole("navigation", { name: "Lists of all" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/tickets");
});

test("tickets are sorted by age and by their clock, which stand in the address; what has ended has neither", async () => {
  const asked = listing();
  const { router } = renderApp("/tickets/list?filter=overdue", { as: aModerator() });
  for (const [column, sort] of [["Age", "created"], ["Due", "due"]] as const) {
    await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${column}`) }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: "overdue", sort, direction: "desc" }));
    await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${column}`) }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: "overdue", sort, direction: "asc" }));
  }
  await userEvent.click(screen.getByRole("button", { name: "All unresolved" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: "all_unresolved", sort: "due", direction: "asc" }));
  await userEvent.click(screen.getByRole("button", { name: "Resolved" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: "resolved", sort: "updated" }));
  expect(router.state.location.search).toBe("?filter=resolved");
});

function showAllColumns(): void {
  localStorage.setItem("tickets-columns", "client company people messages");
  onTestFinished(() => localStorage.removeItem("tickets-columns"));
}

test("each column shows what its header says: those of the specification, and our own", async () => {
  const [created, company] = ["2026-11-19T08:00:00Z", { id: 3, name: "Harbour Roofing" }];
  listing({ company, created, status: "replied", messages: 3, locked: true, locked_by: "Callum Frayne" });
  showAllColumns();
  renderApp("/tickets/list", { as: aModerator() });
  const row = (await screen.findByRole("link", { name: "Question 4" })).closest("tr");
  const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent.trim());
  const cell = (header: string) => row?.children[headers.findIndex((text) => text.startsWith(header))];
  const shown = { Subject: "Question 4", Client: "Ada Client", Company: "Harbour Roofing", Status: "Replied", With: "Callum Frayne", Messages: "3" };
  for (const [header, text] of Object.entries(shown)) expect(cell(header), header).toHaveTextContent(text);
  for (const [header, at] of Object.entries({ Age: created, Updated: AT })) expect(cell(header)?.querySelector("time"), header).toHaveAttribute("datetime", at);
});

test("a row names the client, and those to whom the last mail was copied; the field says what is found", async () => {
  const copied = [{ name: "Bob", email: "b…@client.example", suspect: false }, { name: "", email: "c…@client.example", suspect: false }];
  listing({ copied });
  showAllColumns();
  renderApp("/tickets/list", { as: aModerator() });
  expect(await screen.findByText("Ada Client", { selector: "[title]" })).toHaveAttribute("title", "Ada Client, a…@client.example");
  expect(screen.getByText("Cc 2")).toHaveAttribute("title", "Copied to Bob, c…@client.example");
  expect(screen.getByRole("searchbox", { name: "Words, number, client’s address" })).toBeVisible();
});

test.each([
  [null, /^Question 4 Ada Client: Message of 4$/],
  [ME, /^Question 4 Ada Client · You: Message of 4$/],
  [9, /^Question 4 Ada Client · Reply: Message of 4$/],
])("a row says how the last message begins, and of one of the staff whose it is: %s", async (author, words) => {
  listing({ written_by: author });
  renderApp("/tickets/list", { as: aModerator() });
  const subject = await screen.findByRole("link", { name: "Question 4" });
  expect(subject.closest("th, td")).toHaveTextContent(words);
});

test("each list says how many it has, but for the resolved, and the page how many wait and are late", async () => {
  listing();
  server.use(
    http.get("*/api/tickets/counts", () =>
      HttpResponse.json({ all_unresolved: 1_204, client_replied: 9, waiting_on_client: 11, overdue: 3, mine: 0 }),
    ),
  );
  renderApp("/tickets/list", { as: aModerator() });
  expect(await screen.findByRole("button", { name: "All unresolved 1,204", pressed: true })).toBeVisible();
  const lists = within(screen.getByRole("group", { name: "Which tickets" })).getAllByRole("button");
  expect(lists.map(({ textContent }) => textContent.trim())).toEqual([
    ...["All unresolved 1,204", "Client has replied 9", "Waiting on client 11", "Overdue 3", "Resolved", "Mine 0"],
  ]);
  expect(screen.getByRole("banner")).toHaveTextContent(/1,204 unresolved.*3 overdue/);
});

const HOUR = 3_600_000;
test.each([
  ["is late", { due_at: -2 * HOUR }, "2 h late"],
  ["has time", { due_at: 2 * HOUR }, "Due in 2 h"],
  ["waits for its client", { resolves_at: 48 * HOUR }, "Ends in 2 d"],
])("a ticket that %s says when it is due or ends", async (_, ahead, words) => {
  // full hour, because the texts change every half minute
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / HOUR) * HOUR });
  const times = Object.fromEntries(Object.entries(ahead).map(([name, ms]) => [name, new Date(clock.now() + ms).toISOString()]));
  listing(times);
  renderApp("/tickets/list", { as: aModerator() });
  expect(await screen.findByText(words)).toBeVisible();
});
