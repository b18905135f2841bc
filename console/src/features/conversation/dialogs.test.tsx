import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

import type { LinkableReview, LinkedTicket, TaskDetail, TicketConversation, TicketDetail } from "@/api/types";
import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM } from "@/testing/desk/factories";
import { aModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const AT = "2026-11-20T08:00:00Z";
const ADA = { name: "Ada Client", email: "a…@client.example", suspect: false };

const aTicket = (id: number, change: Partial<LinkedTicket> = {}): LinkedTicket => ({
  ...{ id, subject: `Question ${id}`, status: "new", created: AT, relation: "same_client" },
  ...change,
});

/** What was sent to an address, with the key that makes a repetition harmless. */
interface Sent {
  body: unknown;
  key: string | null;
}

/** A desk with ticket 4, which its client has beside `tickets`. */
function aConversation(tickets: LinkedTicket[], change: Partial<TicketConversation> = {}) {
  const fields = { subject: "Where is it?", company: null, client: ADA, created: AT, updated: AT, status: "new" as const, last_message_id: 1 };
  const subject: TicketDetail = {
    ...{ ...fields, id: 4, kind: "ticket", title: "Where is it?", messages: 0, locked: false, locked_by: "", locked_id: 0, escalation_notes: "" },
  };
  const task = (): Partial<TaskDetail> => ({
    ...{ queue: "tickets", kind: "ticket_resolution", process: { kind: "ticket_resolution", id: 4 }, permission: "tickets" },
    ...{ editable: false, subject, outcomes: [] },
  });
  const desk = aDesk([4], task);
  server.use(
    http.get("*/api/tickets/:id", ({ params }) =>
      HttpResponse.json({
        ...{ ...fields, id: Number(params.id), merged_into: null, messages: [], recipients: [], links: { reviews: [], tickets } },
        ...{ task: desk.change(4, {}), outcomes: [], ...change },
      }),
    ),
    http.get("*/api/canned-replies", () => HttpResponse.json({ items: [], placeholders: [] })),
    ...desk.handlers,
  );
}

const sent: Sent[] = [];

beforeEach(() => {
  sent.length = 0;
});

/** Hears what is sent to an address of ticket 4, and answers in turn; the last answer again and again. */
function answers(path: string, ...all: (() => Response)[]) {
  let count = 0;
  server.use(
    http.post(`*/api/tickets/4/${path}`, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
      const next = all[Math.min(count, all.length - 1)];
      count += 1;
      return next?.();
    }),
  );
}

async function open(button: string, role: "dialog" | "alertdialog") {
  const { user, router } = renderApp("/tickets/4", { as: aModerator() });
  const opener = await screen.findByRole("button", { name: "More" });
  opener.focus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitem", { name: button }));
  return { user, router, opener, dialog: await screen.findByRole(role) };
}

const isClosed = (role: "dialog" | "alertdialog") => waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());

describe("a linked review", () => {
  const links = {
    reviews: [
      { id: 481, title: "Late again", status: "published" },
      { id: 482, title: "", status: "UNKNOWN" },
    ],
    tickets: [],
  };
  const restrict = (id: number) => ({ name: `Ask to restrict review ${id}` });

  test("leads to its page, and is asked to be restricted", async () => {
    aConversation([], { links });
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "Late again" })).toHaveAttribute("href", "/review/481");
    expect(screen.getByText("Published")).toBeVisible();
    expect(screen.getByRole("button", restrict(481))).toBeVisible();
  });

  test("that the person may not open is its number alone, which can be unlinked", async () => {
    aConversation([], { links });
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("Review 482")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Review 482" })).not.toBeInTheDocument();
    expect(screen.queryByText("UNKNOWN")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", restrict(482))).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Remove the link to Review 482" })).toBeVisible();
  });

  test("has its whole history below a timeline that begins with its reopening", async () => {
    aConversation([]);
    const reopened = anEntry(1, { action: "reinstate", to_node: "replied", actor: CALLUM });
    server.use(
      http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [reopened] })),
      http.get("*/api/tickets/4/story", () => HttpResponse.json([{ id: 1, events: [] }, { id: 2, events: [reopened] }])),
    );
    const { user } = renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("It was open before.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Whole history" }));
    const dialog = await screen.findByRole("dialog", { name: "Whole history" });
    expect(await within(dialog).findByRole("heading", { name: "Reopening 1" })).toBeVisible();
  });

  test("is added by people who may read reviews", async () => {
    aConversation([]);
    const { user } = renderApp("/tickets/4", { as: aModerator({ cms_access: ["tickets"] }) });
    const facts = await screen.findByRole("region", { name: "Ticket 4" });
    await waitFor(() => expect(facts).toHaveTextContent(/Before\s*no tickets/));
    expect(screen.queryByRole("heading", { name: /Linked reviews|Tickets of this client/ })).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "More" }));
    expect(await screen.findByRole("menuitem", { name: "Whole history" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Link a review" })).not.toBeInTheDocument();
  });
});

describe("the dialog that merges two tickets", () => {
  const MERGE = ["Merge", "alertdialog"] as const;

  test("offers the client's other open tickets, and sends the one that is chosen; the older one is shown then", async () => {
    aConversation([
      aTicket(7),
      aTicket(2),
      aTicket(8, { status: "resolved" }),
      aTicket(9, { status: "merged", relation: "merged" }),
    ]);
    answers("merge", () => HttpResponse.json({ id: 2 }));
    const { user, router, dialog } = await open(...MERGE);
    const choices = within(dialog).getAllByRole("radio");
    expect(choices.map((choice) => choice.closest("label")?.textContent)).toEqual([
      expect.stringMatching(/^Question 7/),
      expect.stringMatching(/^Question 2/),
    ]);
    expect(choices[0]).toBeChecked();
    await user.click(within(dialog).getByRole("radio", { name: /^Question 2/ }));
    expect(sent).toEqual([]);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toEqual([{ body: { into: 2 }, key: expect.stringMatching(/./) as string }]));
    await waitFor(() => expect(router.state.location.pathname).toBe("/tickets/2"));
    await isClosed(MERGE[1]);
    await waitFor(() => expect(screen.getByText("The tickets were merged into ticket 2")).toBeVisible());
  });

  test.each([
    ["task_taken", "Somebody is working on the newer ticket. Merge them when it is free."],
    ["busy", "Somebody is changing one of the tickets. Try again."],
    ["not_mergeable", "Only two open tickets of one client can be merged."],
  ])("says why not when it is refused with %s, and keeps the choice", async (code, sentence) => {
    aConversation([aTicket(7), aTicket(2)]);
    answers("merge", () => refusal(409, code, { holder: CALLUM }));
    const { user, router, dialog, opener } = await open(...MERGE);
    await user.click(within(dialog).getByRole("radio", { name: /^Question 2/ }));
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
    expect(within(dialog).getByRole("radio", { name: /^Question 2/ })).toBeChecked();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard("{Escape}");
    await isClosed(MERGE[1]);
    expect(opener).toHaveFocus();
    expect(router.state.location.pathname).toBe("/tickets/4");
  });

  test("says so where there is no other, and sends nothing", async () => {
    aConversation([aTicket(8, { status: "resolved" })]);
    const { user, dialog, opener } = await open("Merge", "dialog");
    expect(within(dialog).getByText(/^No other open ticket has the same address/)).toBeVisible();
    expect(within(dialog).queryByRole("radio")).not.toBeInTheDocument();
    await user.keyboard("{Control>}{Enter}{/Control}{Escape}");
    await isClosed("dialog");
    expect(opener).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test("is not offered for a ticket that has ended", async () => {
    aConversation([aTicket(7)], { status: "resolved" });
    const { user } = renderApp("/tickets/4", { as: aModerator() });
    await user.click(await screen.findByRole("button", { name: "More" }));
    expect(await screen.findByRole("menuitem", { name: "Link a review" })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Merge" })).not.toBeInTheDocument());
  });
});

describe("the dialog that links a review", () => {
  const LINK = ["Link a review", "dialog"] as const;
  const done = () => HttpResponse.json({ review_id: 481 }, { status: 201 });
  const aReview = (id: number, change: Partial<LinkableReview> = {}): LinkableReview => ({
    ...{ id, title: `Review number ${id}`, excerpt: "", author_name: "Bo Reader", rating: 2, received_at: AT },
    ...{ company: { id: 1, name: "Alder Optical" }, same_company: true, ...change },
  });
  const OTHER = { company: { id: 2, name: "Harbour Dental" }, same_company: false };
  const find = (dialog: HTMLElement) => within(dialog).getByRole("combobox", { name: "Find a review" });

  function offers(...items: LinkableReview[]): string[] {
    const asked: string[] = [];
    server.use(
      http.get("*/api/tickets/4/linkable-reviews", withCall(asked, ({ request }) => new URL(request.url).searchParams.get("q") ?? "", () =>
        HttpResponse.json({ items }),
      )),
    );
    return asked;
  }

  test("searches by what is typed, shows whose the reviews are, and links the one that is chosen", async () => {
    aConversation([]);
    answers("links", done);
    const asked = offers(aReview(481), aReview(500, OTHER));
    const { user, dialog, opener } = await open(...LINK);
    expect(find(dialog)).toHaveFocus();
    await user.type(find(dialog), "late");
    await waitFor(() => expect(asked.at(-1)).toBe("late"));
    const ours = within(await within(dialog).findByRole("group", { name: "Of this company" })).getByRole("option");
    const others = within(within(dialog).getByRole("group", { name: "Of other companies" })).getAllByRole("option");
    expect(ours).toHaveTextContent("Review number 481Alder Optical, Bo Reader, Review 48120 November 2026");
    expect(others).toHaveLength(1);
    expect(within(ours).getByRole("img", { name: "2 out of 5 stars" })).toBeInTheDocument();
    await user.click(ours);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toEqual([{ body: { review_id: 481, of_other_company: false }, key: expect.stringMatching(/./) as string }]));
    expect(await screen.findByText("Review 481 was linked")).toBeVisible();
    await isClosed(LINK[1]);
    expect(opener).toHaveFocus();
  });

  test("links a review of another company only after the person has said that it is meant", async () => {
    aConversation([]);
    answers("links", done);
    offers(aReview(500, OTHER));
    const { user, dialog } = await open(...LINK);
    const button = within(dialog).getByRole("button", { name: "Link" });
    await user.click(button);
    expect(await within(dialog).findByText("Choose a review.")).toBeVisible();
    await user.click(await within(dialog).findByRole("option"));
    await user.click(button);
    expect(await within(dialog).findByText(/^Confirm that a review of another company is meant/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole("checkbox", { name: /^It is about Harbour Dental/ }));
    await user.click(button);
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ review_id: 500, of_other_company: true }]));
    await isClosed(LINK[1]);
  });

  test("says that nothing was found, and sends nothing when it is left by Escape", async () => {
    aConversation([]);
    answers("links", done);
    offers();
    const { user, dialog, opener } = await open(...LINK);
    expect(await within(dialog).findByText("Type words to search in all reviews.")).toBeInTheDocument();
    await user.type(find(dialog), "no such words");
    expect(await within(dialog).findByText("No review was found.")).toBeVisible();
    await user.keyboard("{Escape}");
    await isClosed(LINK[1]);
    expect(opener).toHaveFocus();
    expect(sent).toEqual([]);
  });
});
