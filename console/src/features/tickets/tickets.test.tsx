import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { CannedReply, HistoryEntry, QuarantinedMail } from "@/api/types";
import { ADA, aMessage, aTicket, GREETING } from "@/testing/desk/conversations";
import { aDecision, anEntry, CALLUM } from "@/testing/desk/factories";
import { aTicketRow } from "@/testing/desk/tickets";
import { aHeadModerator, aModerator, aQueue } from "@/testing/factories";
import { refusal, withBody, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

test("a resolved ticket says so once, and whoever works on tickets opens it again", async () => {
  const reopened: string[] = [];
  // the end node of the test graph has this name
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  aTicket([aMessage(1)], { status: "resolved" }, ADA, { open: false, outcomes: [], node: "new" });
  server.use(
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [end] })),
    http.delete("*/api/tickets/4/resolution", withCall(reopened, ({ request }) => request.url, () => HttpResponse.json({ status: "replied" }))),
  );
  renderApp("/tickets/4", { as: aHeadModerator() });
  const button = await screen.findByRole("button", { name: "Reopen" });
  expect(screen.getAllByText(/resolved/i, { selector: ":is(.lockbar, .decision) *:not(:has(*))" }).map(({ textContent }) => textContent)).toEqual(["Resolved."]);
  await userEvent.click(button);
  expect(await screen.findByText("The ticket was reopened")).toBeVisible();
  expect(reopened).toHaveLength(1);
});

test("a ticket that one resolves on its page is resolved there at once, and was never opened again", async () => {
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  const ticket: Parameters<typeof aTicket>[1] = { status: "new" };
  const resolve = { name: "resolve", label: "Mark as resolved", about: "", hotkey: "v", tone: "neutral" as const, undo: false, form: null, blocked: null };
  const desk = aTicket([aMessage(1)], ticket, ADA, { node: "new", outcomes: [resolve] });
  const events: HistoryEntry[] = [];
  let release: () => void = vi.fn();
  const released = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events })),
    http.post("*/api/tasks/4/decision", () => {
      events.push(end);
      const { subject } = desk.change(4, {});
      ticket.status = "resolved";
      desk.change(4, { open: false, outcomes: [], subject: { ...subject, status: "resolved" } });
      server.use(
        http.get("*/api/tasks/4", async () => {
          await released;
          return HttpResponse.json(desk.change(4, {}));
        }),
      );
      return HttpResponse.json({ status: "resolved", next: null, decided_at: "2026-11-20T09:00:00Z", undo_until: null });
    }),
  );
  renderApp("/tickets/4", { as: aModerator() });
  await userEvent.click(await screen.findByRole("button", { name: /^Mark as resolved/ }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as resolved" }));
  expect(await screen.findByText("Resolved.", { selector: ".lockbar *" })).toBeVisible();
  expect(screen.queryByText("It was opened again.")).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Go to the open ticket" })).not.toBeInTheDocument();
  release();
  expect(await screen.findByRole("button", { name: "Reopen" })).toBeVisible();
});

test("a ticket that is reopened in its queue is shown there at its new step, with the focus and the queue's filters", async () => {
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  const ticket: Parameters<typeof aTicket>[1] = { status: "resolved" };
  const desk = aTicket([aMessage(1)], ticket, ADA, { open: false, outcomes: [], node: "new" });
  server.use(
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [end] })),
    http.delete("*/api/tickets/4/resolution", () => {
      const task = desk.change(9, { ...desk.change(4, {}), task_id: 9, open: true });
      Object.assign(ticket, { status: "replied", task });
      return HttpResponse.json({ status: "replied" });
    }),
  );
  const { router } = renderApp("/tickets?item=4&q=ring", { as: aModerator() });
  const button = await screen.findByRole("button", { name: "Reopen" });
  // started early, because the notification disappears by itself
  const said = screen.findByText("The ticket was reopened");
  await userEvent.click(button);
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe("/tickets?item=9&q=ring"));
  await said;
  await waitFor(() => expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull());
  await waitFor(() => expect(document.activeElement?.matches("article.item")).toBe(true));
});

test("a ticket that somebody else has reopened meanwhile says so", async () => {
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  aTicket([aMessage(1)], { status: "resolved" }, ADA, { open: false, outcomes: [], node: "new" });
  server.use(
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [end] })),
    http.delete("*/api/tickets/4/resolution", () => refusal(409, "not_ended")),
  );
  renderApp("/tickets?item=4", { as: aModerator() });
  await userEvent.click(await screen.findByRole("button", { name: "Reopen" }));
  expect(await screen.findByText("It has not ended yet, or it was already reopened.")).toBeVisible();
});

test("an old step of a ticket that was opened again says so, and leads to the open ticket", async () => {
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  aTicket([aMessage(1)], { status: "replied" }, ADA, { open: false, outcomes: [], node: "new" });
  server.use(http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [end] })));
  renderApp("/tickets?item=4", { as: aModerator() });
  expect(await screen.findByText("It was opened again.")).toBeVisible();
  expect(screen.queryByText("Resolved.")).not.toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Go to the open ticket" })).toHaveAttribute("href", "/tickets/4");
});

test("a ticket that one has escalated on its page can still be read there, and the escalation undone by z", async () => {
  const desk = aTicket([aMessage(1)], { status: "escalated" }, ADA, { permission: "head_moderator" });
  desk.decisions.push(aDecision(4, { label: "Escalate", outcome: "escalate", title: "Where is my invoice?" }));
  const { router } = renderApp("/tickets/4", { as: aModerator() });
  expect(await screen.findByText("Escalated: a head moderator decides.")).toBeVisible();
  expect(await screen.findByText("Message 1")).toBeVisible();
  expect(desk.calls.filter(({ path }) => path === "/api/tasks/4")).toEqual([]);
  await screen.findByRole("button", { name: /^Undo/ });
  await userEvent.keyboard("z");
  await waitFor(() => expect(desk.sent("POST", "/tasks/4/undo")).toHaveLength(1));
  expect(router.state.location.pathname).toBe("/tickets");
});

test("the address of a merged ticket leads to the older one", async () => {
  aTicket([aMessage(1)]);
  server.use(http.get("*/api/tickets/8", () => HttpResponse.json({ id: 8, subject: "Again", status: "merged", merged_into: 4, messages: [], company: null, client: ADA, links: { reviews: [], tickets: [] }, task: null, outcomes: [] })));
  renderApp("/tickets/8", { as: aModerator() });
  expect(await screen.findByRole("heading", { level: 1, name: "Where is my invoice?" })).toBeVisible();
});

describe("the list of tickets", () => {
  const nothing = (asked: URLSearchParams[] = []) =>
    server.use(
      http.get("*/api/tickets", withCall(asked, ({ request }) => new URL(request.url).searchParams, () =>
        HttpResponse.json({ items: [], next_cursor: null, searched: null }),
      )),
    );

  test("is narrowed by company and assignee, which stand in the address with the list and the words", async () => {
    const asked: URLSearchParams[] = [];
    nothing(asked);
    server.use(http.get("*/api/queues/tickets/companies", () => HttpResponse.json([{ id: 3, name: "Mill Lane", items: 2 }])));
    const { router } = renderApp("/tickets/list?filter=mine&q=ring&assignee=9", { as: aModerator() });
    await waitFor(() => expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ filter: "mine", q: "ring", assignee: "9" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Company/ }));
    await userEvent.click(await screen.findByRole("option", { name: /^Mill Lane/ }));
    await waitFor(() => expect(asked.at(-1)?.get("company")).toBe("3"));
    expect(router.state.location.search).toBe("?filter=mine&q=ring&company=3&assignee=9");
    expect(await screen.findByText("No ticket matches these filters")).toBeVisible();
  });

  test("opens one for a client; what was typed stays when it is refused", async () => {
    nothing();
    aTicket([aMessage(1)]);
    const sent: unknown[] = [];
    const fields = { "client.email": ["This is no email address."] };
    server.use(http.post("*/api/tickets", () => refusal(422, "invalid", { fields }), { once: true }));
    const { router } = renderApp("/tickets/list", { as: aModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "Open a ticket" }));
    const dialog = await screen.findByRole("dialog", { name: "Open a ticket" });
    expect(within(dialog).getByRole("combobox", { name: "Company id, name or postcode" })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole("button", { name: "Open the ticket" }));
    // all fields except the address
    expect(await within(dialog).findAllByText("This field is required")).toHaveLength(3);
    for (const [label, longest] of [
      ["Client’s name", 300],
      ["Client’s email address", 254],
      ["Subject", 300],
      ["What the client says", 100_000],
    ] as const)
      expect(within(dialog).getByLabelText(label)).toHaveAttribute("maxlength", String(longest));
    await userEvent.type(within(dialog).getByLabelText("Client’s name"), "Ada");
    await userEvent.type(within(dialog).getByLabelText("Client’s email address"), "ada@client.example");
    await userEvent.type(within(dialog).getByLabelText("Subject"), "A call");
    await userEvent.type(within(dialog).getByLabelText("What the client says"), "Where is my ring?");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("This is no email address.")).toBeVisible();
    expect(within(dialog).getByLabelText("Subject")).toHaveValue("A call");
    server.use(http.post("*/api/tickets", withBody(sent, () => HttpResponse.json({ id: 4 }, { status: 201 }))));
    // the client called and has no address
    await userEvent.clear(within(dialog).getByLabelText("Client’s email address"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/tickets/4"));
    const client = { name: "Ada", email: "" };
    expect(sent).toEqual([{ company: null, subject: "A call", text: "Where is my ring?", client }]);
  });
});

test("the lists of tickets are filters of their queue's address as well", async () => {
  const { router } = renderApp("/tickets?filter=client_replied", { as: aModerator() });
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets/list"));
  expect(await screen.findByRole("button", { name: "Client has replied" })).toHaveAttribute("aria-pressed", "true");
});

describe("canned replies", () => {
  const given = (items: CannedReply[]) =>
    server.use(http.get("*/api/canned-replies", () => HttpResponse.json({ items, placeholders: ["client_name"] })));

  test("of everyone are changed by head moderators alone", async () => {
    given([GREETING, { ...GREETING, id: 2, title: "Bye", scope: "mine" }]);
    renderApp("/tickets/canned", { as: aModerator() });
    expect(await screen.findByRole("button", { name: "Change Bye" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Change Greeting" })).not.toBeInTheDocument();
  });

  test("show what is filled in as words, three lines until they are opened, and what is missing as one line", async () => {
    given([{ ...GREETING, title: "Long", text: `Dear {{client_name}},\n\n${"thank you.\n".repeat(4)}\nBest wishes\n{{my_name}}` }]);
    const { user } = renderApp("/tickets/canned", { as: aModerator() });
    expect(await screen.findByText("client name")).toHaveAttribute("title", "{{client_name}}");
    expect(within(screen.getByRole("region", { name: "My own" })).getByText("You have none of your own.")).toBeVisible();
    expect(screen.queryByRole("searchbox", { name: "Words of a reply" })).not.toBeInTheDocument();
    const more = screen.getByRole("button", { name: "Show all" });
    expect(more).toHaveAttribute("aria-expanded", "false");
    await user.click(more);
    expect(screen.getByRole("button", { name: "Show less" })).toHaveAttribute("aria-expanded", "true");
    expect(screen.getAllByRole("link", { name: "All tickets" })[0]).toHaveAttribute("href", "/tickets/list");
  });

  test("are found by their words where there are many", async () => {
    given(Array.from({ length: 11 }, (_, place) => ({ ...GREETING, id: place + 1, title: `Reply ${place + 1}`, text: "Hello" })));
    const { user } = renderApp("/tickets/canned", { as: aModerator() });
    await user.type(await screen.findByRole("searchbox", { name: "Words of a reply" }), "reply 11");
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Reply 11"]);
  });

  test("are written in a dialog, for everyone too", async () => {
    given([]);
    const added: unknown[] = [];
    server.use(http.post("*/api/canned-replies", withBody(added, () => HttpResponse.json(GREETING, { status: 201 }))));
    renderApp("/tickets/canned", { as: aHeadModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "New canned reply" }));
    await userEvent.type(await screen.findByLabelText("Title"), "Greeting");
    await userEvent.type(screen.getByLabelText("Text"), "Hello");
    await userEvent.selectOptions(screen.getByLabelText("Whose it is"), "everyone");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(added).toEqual([{ title: "Greeting", text: "Hello", scope: "everyone" }]));
  });
});

describe("quarantined mail", () => {
  const aMail = (id: number, reason: string, change: Partial<QuarantinedMail> = {}): QuarantinedMail => ({
    id,
    received_at: "2026-11-20T09:00:00Z",
    reason,
    size: 2_000,
    author: ADA,
    subject: `Mail ${id}`,
    settled: false,
    readable: true,
    ...change,
  });
  const listed = (...items: QuarantinedMail[]) =>
    server.use(http.get("*/api/mail/quarantine", () => HttpResponse.json({ items, next_before: null })));

  test("is listed with its reasons, and read as plain text", async () => {
    server.use(
      http.get("*/api/mail/quarantine", ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has("before");
        return HttpResponse.json({ items: isFirst ? [aMail(9, "bounce"), aMail(8, "own")] : [aMail(7, "empty")], next_before: isFirst ? 8 : null });
      }),
      http.post("*/api/mail/quarantine/8/source", () => HttpResponse.json({ source: "From: <b>x</b>", is_whole: false })),
    );
    renderApp("/tickets/quarantine", { as: aModerator() });
    expect(await screen.findByText("A mail that could not be delivered, about no ticket")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("It is empty")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Read mail 8" }));
    const dialog = await screen.findByRole("dialog", { name: "Mail 8" });
    expect(await within(dialog).findByText("From: <b>x</b>")).toBeVisible();
    expect(within(dialog).getByText("Only the beginning of this mail is shown. All of it can be saved.")).toBeVisible();
  });

  test("becomes a ticket, which is opened", async () => {
    aTicket([aMessage(1)]);
    listed(aMail(9, "list", { author: { ...ADA, name: "pay@bank.example", suspect: true } }));
    server.use(http.post("*/api/mail/quarantine/9/ticket", () => HttpResponse.json({ ticket_id: 4 }, { status: 201 })));
    renderApp("/tickets/quarantine", { as: aModerator() });
    expect(await screen.findByText("Name looks like another address")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Make mail 9 a ticket" }));
    expect(await screen.findByRole("heading", { name: "Ticket 4" })).toBeVisible();
  });

  test("is always that of a program, or left, and what cannot be read is no ticket", async () => {
    listed(aMail(9, "list"), aMail(8, "no_header", { readable: false, author: { name: "", email: "", suspect: false } }));
    const sent: unknown[] = [];
    server.use(
      http.put("*/api/mail/quarantine/:id/settled", async ({ request, params }) => {
        const body = await request.json();
        sent.push([params.id, body]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp("/tickets/quarantine", { as: aModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "Mail like 9 is always that of a program" }));
    expect(screen.queryByRole("button", { name: "Make mail 8 a ticket" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Mail like 8 is always that of a program" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Leave mail 8 here" }));
    await waitFor(() => expect(sent).toEqual([["9", { always: true }], ["8", { always: false }]]));
  });

  test("says how much is to be read; without any it says what comes here, and leads to the tickets", async () => {
    listed();
    renderApp("/tickets/quarantine", { as: aModerator() });
    expect(await screen.findByRole("heading", { name: "Nothing in quarantine" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "To read 0", pressed: true })).toBeVisible();
    expect(screen.queryByLabelText("Columns")).not.toBeInTheDocument();
    for (const link of within(screen.getByRole("main")).getAllByRole("link", { name: "All tickets" })) expect(link).toHaveAttribute("href", "/tickets/list");
  });

  test("is counted where agents look", async () => {
    server.use(http.get("*/api/mail/quarantine/count", () => HttpResponse.json({ waiting: 3 })));
    server.use(http.get("*/api/tickets", () => HttpResponse.json({ items: [], next_cursor: null, searched: null })));
    renderApp("/tickets/list", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "Quarantined mail 3" })).toHaveAttribute("href", "/tickets/quarantine");
  });

  test("is counted beside the queue’s figures", async () => {
    server.use(
      http.get("*/api/mail/quarantine/count", () => HttpResponse.json({ waiting: 3 })),
      http.get("*/api/queues", () => HttpResponse.json([aQueue({ name: "tickets", title: "Ticket System", open: 2 })])),
    );
    renderApp("/tickets", { as: aModerator() });
    expect(await screen.findByRole("link", { name: "3 quarantined mails" })).toHaveAttribute("href", "/tickets/quarantine");
  });
});

describe("a ticket in which somebody may come to harm", () => {
  test("shows the words and the guidance once, above the actions, and marks the message", async () => {
    const harm = { passages: ["I want to kill myself."], guidance: "Call Ann on 1234." };
    aTicket([aMessage(1, { harm: harm.passages, author: { ...ADA, suspect: true, user_id: null, stranger: false } })], {}, ADA, { harm, priority: 1 });
    renderApp("/tickets/4", { as: aModerator() });
    const band = await screen.findByRole("region", { name: "Somebody may come to harm" });
    expect(within(band).getByText("Call Ann on 1234.")).toBeVisible();
    expect(within(band).getByText("“I want to kill myself.”")).toBeVisible();
    expect(await screen.findByText("Harm")).toBeVisible();
    expect(screen.getAllByText(/^“I want to kill myself.”$|come to harm: /)).toHaveLength(1);
    expect(screen.getByText("Name looks like another address")).toBeVisible();
  });

  test("says so below the lock bar once its notice has gone up, and not while that is still to come", async () => {
    let see: (seen: object[]) => void = () => undefined;
    vi.stubGlobal("IntersectionObserver", function Observer(seen: typeof see) {
      see = seen;
      return { observe: vi.fn(), disconnect: vi.fn() };
    });
    aTicket([aMessage(1)], {}, ADA, { harm: { passages: [], guidance: "Call Ann on 1234." }, priority: 1 });
    renderApp("/tickets/4", { as: aModerator() });
    const strip = await screen.findByRole("button", { name: "Somebody may come to harm" });
    const scroll = (top: number, isIntersecting = false) => act(() => see([{ isIntersecting, boundingClientRect: { top }, rootBounds: { top: 138 } }]));
    scroll(900);
    expect(strip).not.toHaveAttribute("data-past");
    scroll(100);
    expect(strip).toHaveAttribute("data-past");
    scroll(200, true);
    expect(strip).not.toHaveAttribute("data-past");
  });

  test("is marked in the list", async () => {
    const items = [aTicketRow(1, { priority: 1, client: { ...ADA, suspect: true } }), aTicketRow(2)];
    server.use(http.get("*/api/tickets", () => HttpResponse.json({ items, next_cursor: null, searched: null })));
    renderApp("/tickets/list", { as: aModerator() });
    expect(await screen.findAllByText("Harm")).toHaveLength(1);
    expect(screen.getAllByText("Name looks like another address")).toHaveLength(1);
  });
});
