import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import openapi from "@/api/openapi.json";
import type { CannedReply, QuarantinedMail, TaskDetail, TicketConversation, TicketDetail, TicketMessage } from "@/api/types";
import { aDesk } from "@/testing/desk/desk-server";
import { anEntry, CALLUM } from "@/testing/desk/factories";
import { aTicketRow } from "@/testing/desk/tickets";
import { aHeadModerator, aModerator, aQueue } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const AT = "2026-11-20T08:00:00Z";
const ADA = { name: "Ada Client", email: "a…@client.example", suspect: false };

function aMessage(id: number, change: Partial<TicketMessage> = {}): TicketMessage {
  const author = { ...ADA, user_id: null, stranger: false };
  return { id, kind: "client", author, cc: [], text: `Message ${id}`, quoted: "", flagged_words: [], harm: [], at: AT, attachments: [], delivery: null, via: "mail", auto: false, original: false, ...change };
}

const byCallum = { name: CALLUM.name, email: "", suspect: false, user_id: CALLUM.id, stranger: false };
const REPLY_FORM = {
  type: "object",
  required: ["reply"],
  properties: {
    reply: { title: "Reply", type: "string", "x-widget": "textarea", minLength: 1, maxLength: 20_000 },
    attachments: { type: "array", items: { type: "integer" }, "x-widget": "attachments" },
    left_out: { type: "array", items: { type: "string" }, "x-widget": "people" },
    also: { type: "array", items: { type: "string" }, "x-widget": "people" },
  },
};
const outcome = (name: string, label: string, hotkey: string) => ({ name, label, about: "", hotkey, tone: "primary" as const, undo: false, form: REPLY_FORM, blocked: null });

const GREETING: CannedReply = { id: 1, title: "Greeting", text: "Dear {{client_name}}, see {{review_link}}.", scope: "everyone", updated: AT };

/** A desk with ticket 4, whose messages a test can change. */
function aTicket(messages: TicketMessage[], change: Partial<TicketConversation> = {}, client = ADA, step: Partial<TaskDetail> = {}) {
  const fields = () => ({
    id: 4,
    subject: "Where is my invoice?",
    company: null,
    client,
    created: AT,
    updated: AT,
    status: "new" as const,
    last_message_id: messages.at(-1)?.id ?? null,
  });
  const subject = (): TicketDetail => ({ ...fields(), ...(change.status && { status: change.status }), kind: "ticket", title: "Where is my invoice?", messages: messages.length, locked: false, locked_by: "", locked_id: 0, escalation_notes: "" });
  const task = (): Partial<TaskDetail> => ({
    queue: "tickets",
    kind: "ticket_resolution",
    process: { kind: "ticket_resolution", id: 4 },
    permission: "tickets",
    editable: false,
    subject: subject(),
    outcomes: [outcome("reply", "Reply", "r"), outcome("reply_and_resolve", "Reply and resolve", "d")],
    ...step,
  });
  const desk = aDesk([4], task);
  server.use(
    http.get("*/api/tickets/4", () =>
      HttpResponse.json({ ...fields(), merged_into: null, messages, recipients: [], links: { reviews: [], tickets: [] }, task: desk.change(4, {}), outcomes: [], ...change }),
    ),
    http.get("*/api/canned-replies", () => HttpResponse.json({ items: [GREETING], placeholders: ["client_name"] })),
    ...desk.handlers,
  );
  return {
    ...desk,
    comes: (message: TicketMessage) => {
      messages.push(message);
      desk.change(4, { subject: subject() });
    },
  };
}

async function openReply() {
  await userEvent.click(await screen.findByRole("button", { name: "Reply" }));
  return screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Reply" });
}

describe("a conversation", () => {
  test("says of each message who speaks; what was quoted is folded", async () => {
    aTicket([
      aMessage(1, { quoted: "On Monday you wrote" }),
      aMessage(2, { kind: "note", author: byCallum, text: "She is right." }),
      aMessage(3, { kind: "staff", author: byCallum, delivery: "sent" }),
      aMessage(4, { kind: "system", auto: true }),
    ]);
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByRole("article", { name: "Client: Ada Client" })).toBeVisible();
    expect(screen.getByRole("article", { name: "Internal note: Callum Frayne" })).toHaveTextContent("She is right.");
    expect(screen.getByRole("article", { name: "Reply: Callum Frayne" })).toHaveTextContent("Mailed to the client");
    expect(screen.getByRole("article", { name: /^Automatic mail/ })).toBeVisible();
    expect(screen.getByText("On Monday you wrote")).not.toBeVisible();
  });

  test("marks the banned words in what a client writes and quotes, each at its place, and lists them", async () => {
    const found = { word: "swindlers", entry_id: 3, action: "hold", view: "folded" } as const;
    const flagged_words = [
      { ...found, field: "text", start: 3, end: 12 },
      { ...found, field: "quoted", start: 2, end: 11 },
    ];
    aTicket([aMessage(1, { text: "😀\n\nswindlers, all", quoted: "> swindlers", flagged_words }), aMessage(2)]);
    renderApp("/tickets/4", { as: aModerator() });
    const list = await screen.findByRole("list", { name: "Messages" });
    const [first, second] = within(list).getAllByRole("article");
    if (!first || !second) throw new Error("two messages");
    const marks = [...first.querySelectorAll("mark")];
    expect(marks.map((mark) => [mark.firstChild?.textContent, mark.previousSibling?.textContent])).toEqual([
      ["swindlers", "😀\n\n"],
      ["swindlers", "> "],
    ]);
    expect(within(first).getByRole("listitem")).toHaveTextContent("1swindlerstext, quoted text · 2 timesHold");
    expect(second.querySelector("mark")).toBeNull();
  });

  test("shows images small, and a file that is none by its name", async () => {
    const image = { id: 5, name: "bill.png", type: "image/png", size: 3, preview: true };
    aTicket([aMessage(1, { attachments: [image, { ...image, id: 6, name: "bill.pdf", type: "application/pdf", preview: false }] })]);
    const signed: string[] = [];
    server.use(
      http.get("*/api/attachments/:id", ({ params }) => {
        signed.push(String(params.id));
        return HttpResponse.json({ url: `/api/attachments/open/${String(params.id)}`, seconds: 300 });
      }),
    );
    renderApp("/tickets/4", { as: aModerator() });
    const shown = await screen.findByRole("img", { name: "The image bill.png, small" });
    expect(shown).toHaveAttribute("src", "/api/attachments/open/5");
    expect(screen.getByRole("button", { name: "Save bill.pdf" })).toBeVisible();
    expect(signed).toEqual(["5"]);
    fireEvent.error(shown); // its address has ended
    await waitFor(() => expect(shown).not.toBeInTheDocument());
    expect(screen.getByRole("button", { name: "Open bill.png" })).toBeVisible();
  });

  test.each([
    { answered: 10, at: "Message 11" },
    { answered: 12, at: "Message 12" },
    { answered: 4, at: null },
  ])("with an answer in place $answered opens at $at, and folds what came earlier", async ({ answered, at }) => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    aTicket(Array.from({ length: 12 }, (_, index) => aMessage(index + 1, index + 1 === answered ? { kind: "staff" } : {})));
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("Message 12")).toBeVisible();
    const opened = () => (scrolled.mock.contexts as Element[]).filter((element) => !element.closest("nav")).map(({ textContent }) => textContent);
    await waitFor(() => expect(opened()).toEqual(at === null ? [] : [expect.stringContaining(at)]));
    expect(screen.getByText("Message 6")).not.toBeVisible();
    expect(screen.getByText("Message 7")).toBeVisible();
    const button = screen.getByRole("button", { name: "Show 6 earlier messages" });
    expect(button.closest("ol")?.firstElementChild).toContainElement(button);
    await userEvent.click(button);
    expect(screen.getByText("Message 1")).toBeVisible();
    expect(opened()).toHaveLength(at === null ? 0 : 1);
  });

  test("comes into sight at what is to be answered when the reply covers it", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    // the form begins above the message that nobody has answered
    const box = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const top = this.matches(".decision") ? 300 : this.closest("[data-unanswered]") ? 400 : 100;
      return new DOMRect(0, top, 400, 100);
    });
    onTestFinished(() => [scrolled, box].forEach((spy) => spy.mockRestore()));
    aTicket([aMessage(1), aMessage(2, { kind: "staff" }), aMessage(3)]);
    renderApp("/tickets/4", { as: aModerator() });
    await screen.findByText("Message 3");
    scrolled.mockClear();
    await openReply();
    await waitFor(() => expect((scrolled.mock.contexts as Element[]).map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining("Message 3")));
  });

  test("shows a note as soon as it is saved", async () => {
    const desk = aTicket([aMessage(1)]);
    server.use(
      http.post("*/api/tasks/4/notes", () => {
        desk.comes(aMessage(2, { kind: "note", text: "She has called." }));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp("/tickets/4", { as: aModerator() });
    await screen.findByText("Message 1");
    await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Note" }), "She has called.");
    await userEvent.click(screen.getByRole("button", { name: "Save the note" }));
    expect(await screen.findByRole("article", { name: /^Internal note/ })).toHaveTextContent("She has called.");
  });

  test("shows all of it once somebody wants that, and in the next ticket as well", async () => {
    const quoted = "On Monday you wrote";
    aTicket(Array.from({ length: 12 }, (_, index) => aMessage(index + 1, index === 11 ? { quoted } : {})));
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText(quoted)).not.toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(screen.getByText(quoted)).toBeVisible();
    expect(screen.getByText("Message 3")).toBeVisible();
    cleanup();
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText(quoted)).toBeVisible();
    expect(screen.getByText("Message 3")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all", pressed: true }));
    expect(screen.getByText(quoted)).not.toBeVisible();
    expect(screen.getByText("Message 3")).not.toBeVisible();
  });

  test("names to whom a mail was copied, and whom a name deceives about", async () => {
    const bob = { name: "Bob Boss", email: "b…@client.example", suspect: false };
    aTicket([aMessage(1, { cc: [bob, { ...bob, name: "pay@bank.example", suspect: true }] }), aMessage(2)]);
    renderApp("/tickets/4", { as: aModerator() });
    const [first, second] = within(await screen.findByRole("list", { name: "Messages" })).getAllByRole("article");
    expect(first).toHaveTextContent(/Copied to Bob Boss.*pay@bank.example.*address/);
    expect(second).not.toHaveTextContent("Copied to");
  });

  test("opens and saves the mail of a message as it came", async () => {
    aTicket([aMessage(1, { original: true }), aMessage(2)]);
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    server.use(
      http.post("*/api/tickets/4/messages/1/source", () =>
        HttpResponse.json({ source: "From: Ada\n\nHello.", is_whole: true, url: "/api/mail/open/signed", seconds: 300 }),
      ),
    );
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.click(await screen.findByRole("button", { name: "The mail as it came" }));
    const dialog = await screen.findByRole("dialog", { name: "The mail of message 1" });
    expect(await within(dialog).findByText(/From: Ada/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Save the mail" }));
    await waitFor(() => expect(saved.mock.contexts[0]).toHaveAttribute("href", "/api/mail/open/signed"));
    saved.mockRestore();
  });

  test("shows a mail that failed, and a person sends it again", async () => {
    aTicket([aMessage(1), aMessage(2, { kind: "staff", author: byCallum, delivery: "failed" })]);
    const sent: string[] = [];
    server.use(
      http.post("*/api/tickets/4/messages/2/delivery", ({ request }) => {
        sent.push(request.headers.get("Idempotency-Key") ?? "");
        return new HttpResponse(null, { status: 202 });
      }),
    );
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("The mail could not be delivered.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(sent).toEqual([expect.stringMatching(/./)]));
  });
});

describe("a reply", () => {
  test("takes a canned reply by /; what it leaves open is marked, and stops the send", async () => {
    const desk = aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    await userEvent.type(text, "/grx");
    expect(await screen.findByText(/^No canned reply has “grx” in its title\./)).toBeVisible();
    await userEvent.keyboard("{Backspace}e");
    const offered = await screen.findByRole("option", { name: /Greeting/ });
    expect(offered).toHaveAttribute("aria-selected", "true");
    expect(offered).toHaveTextContent("Dear Ada Client, see {{review_link}}.");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(text).toHaveValue("Dear Ada Client, see {{review_link}}."));
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe("{{review_link}}");
    expect(screen.getByText("{{review_link}}", { selector: "mark" })).toBeInTheDocument();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Fill in or remove {{review_link}}: the client would read it.")).toBeVisible();
    expect(desk.calls.filter(({ path }) => path.endsWith("/decision"))).toEqual([]);
  });

  test("goes out with its files, and names the last message that was read", async () => {
    const desk = aTicket([aMessage(1), aMessage(7)]);
    server.use(
      http.post("*/api/attachments", () => HttpResponse.json({ id: 31, name: "bill.png", type: "image/png", size: 3, preview: true }, { status: 201 })),
    );
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    await userEvent.type(text, "Here it is.");
    fireEvent.drop(text, { dataTransfer: { types: ["Files"], files: [new File(["abc"], "bill.png")] } });
    const files = await screen.findByRole("list", { name: "Files of this reply" });
    expect(within(files).getByText("bill.png")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Reply and resolve" }));
    await waitFor(() =>
      expect(desk.calls.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
        outcome: "reply_and_resolve",
        form: { reply: "Here it is.", attachments: [31] },
        revision: 7,
      }),
    );
    expect(await screen.findByText("Reply sent, ticket resolved")).toBeInTheDocument();
  });

  test("goes to people of Cc unless one click leaves one out, and to a stranger if one click adds them", async () => {
    const person = { email: "x…@client.example", suspect: false };
    const bob = { ...person, key: "b".repeat(16), name: "Bob", role: "copied" as const };
    const cleo = { ...person, key: "c".repeat(16), name: "Cleo", role: "copied" as const };
    const eve = { ...person, key: "e".repeat(16), name: "Eve", role: "stranger" as const };
    const desk = aTicket([aMessage(1)], { recipients: [bob, cleo, eve] });
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    const people = await screen.findByRole("group", { name: "Who else gets this reply" });
    const chip = (name: string) => within(people).getByRole("button", { name });
    expect([bob, cleo, eve].map(({ name }) => chip(name).getAttribute("aria-pressed"))).toEqual(["true", "true", "false"]);
    await userEvent.click(chip("Bob"));
    await userEvent.click(chip("Eve"));
    expect([bob, cleo, eve].map(({ name }) => chip(name).getAttribute("aria-pressed"))).toEqual(["false", "true", "true"]);
    await userEvent.type(text, "Here it is.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(desk.calls.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
        outcome: "reply",
        form: { reply: "Here it is.", left_out: [bob.key], also: [eve.key] },
        revision: 1,
      }),
    );
  });

  test("takes a pasted image as a file, and of a text with an image of it the text", async () => {
    aTicket([aMessage(1)]);
    const stored = { id: 31, name: "screen.png", type: "image/png", size: 3, preview: true };
    server.use(http.post("*/api/attachments", () => HttpResponse.json(stored, { status: 201 })));
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    const files = [new File(["abc"], "screen.png")];
    const isLeftToTheBrowser = (types: string[]) => fireEvent.paste(text, { clipboardData: { types, files } });
    expect(isLeftToTheBrowser(["text/plain", "text/html", "Files"])).toBe(true);
    expect(isLeftToTheBrowser(["Files"])).toBe(false);
    expect(await screen.findAllByText("screen.png")).toHaveLength(1);
  });

  test("to a client without an address says that nothing is mailed, before and after", async () => {
    aTicket([aMessage(1)], {}, { name: "Ada Client", email: "", suspect: false });
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.type(await openReply(), "I will call you.");
    expect(await screen.findByText(/^This client has no email address/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Reply" }));
    expect(await screen.findByText("Reply stored; the client has no email address")).toBeInTheDocument();
  });

  test("is refused when a newer message has come: it is shown above the text, which stays", async () => {
    const desk = aTicket([aMessage(1)]);
    server.use(
      http.post("*/api/tasks/4/decision", () => {
        desk.comes(aMessage(9, { text: "It has come, thank you." }));
        return refusal(409, "newer_message", { newer_messages: [] });
      }),
    );
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    await userEvent.type(text, "I shall look.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const newer = await screen.findByRole("list", { name: "Newer messages" });
    expect(await within(newer).findByText("It has come, thank you.")).toBeVisible();
    expect(text).toHaveValue("I shall look.");
  });
});

test("a resolved ticket says so once, and whoever works on tickets opens it again", async () => {
  const reopened: string[] = [];
  // the end of the graph of these tests, by its name there
  const end = anEntry(1, { action: "decide", node: "new", to_node: "rejected", to_title: "Resolved", actor: CALLUM });
  aTicket([aMessage(1)], { status: "resolved" }, ADA, { open: false, outcomes: [], node: "new" });
  server.use(
    http.get("*/api/processes/:kind/:id/history", () => HttpResponse.json({ events: [end] })),
    http.delete("*/api/tickets/4/resolution", ({ request }) => {
      reopened.push(request.url);
      return HttpResponse.json({ status: "replied" });
    }),
  );
  renderApp("/tickets/4", { as: aHeadModerator() });
  const button = await screen.findByRole("button", { name: "Reopen" });
  expect(screen.getAllByText(/resolved/i, { selector: "main *:not(:has(*))" }).map(({ textContent }) => textContent)).toEqual(["Resolved."]);
  await userEvent.click(button);
  expect(await screen.findByText("The ticket was reopened")).toBeVisible();
  expect(reopened).toHaveLength(1);
});

test("the address of a merged ticket leads to the older one", async () => {
  aTicket([aMessage(1)]);
  server.use(http.get("*/api/tickets/8", () => HttpResponse.json({ id: 8, subject: "Again", status: "merged", merged_into: 4, messages: [], company: null, client: ADA, links: { reviews: [], tickets: [] }, task: null, outcomes: [] })));
  renderApp("/tickets/8", { as: aModerator() });
  expect(await screen.findByRole("heading", { level: 1, name: "Ticket 4" })).toBeVisible();
});

describe("the list of tickets", () => {
  const nothing = (asked: URLSearchParams[] = []) =>
    server.use(
      http.get("*/api/tickets", ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json({ items: [], next_cursor: null, searched: null });
      }),
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
    expect(await within(dialog).findAllByText("This field is required")).toHaveLength(3); // all but the address
    const { NewTicket, ClientIn } = openapi.components.schemas;
    for (const [label, { maxLength }] of [
      ["Client’s name", ClientIn.properties.name],
      ["Client’s email address", ClientIn.properties.email],
      ["Subject", NewTicket.properties.subject],
      ["What the client says", NewTicket.properties.text],
    ] as const)
      expect(within(dialog).getByLabelText(label)).toHaveAttribute("maxlength", String(maxLength));
    await userEvent.type(within(dialog).getByLabelText("Client’s name"), "Ada");
    await userEvent.type(within(dialog).getByLabelText("Client’s email address"), "ada@client.example");
    await userEvent.type(within(dialog).getByLabelText("Subject"), "A call");
    await userEvent.type(within(dialog).getByLabelText("What the client says"), "Where is my ring?");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(await within(dialog).findByText("This is no email address.")).toBeVisible();
    expect(within(dialog).getByLabelText("Subject")).toHaveValue("A call");
    server.use(
      http.post("*/api/tickets", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 4 }, { status: 201 });
      }),
    );
    await userEvent.clear(within(dialog).getByLabelText("Client’s email address")); // she has called
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

test("tickets that could not be loaded tell the user to refresh the page", async () => {
  server.use(http.get("*/api/tickets", () => refusal(422, "invalid")));
  renderApp("/tickets/list", { as: aModerator() });
  const failed = await screen.findByRole("heading", { name: "Could not load the tickets." });
  expect(failed.closest("[role=alert]")).toHaveTextContent("Please refresh the page.");
});

test("a ticket that could not be loaded tells the user to refresh the page", async () => {
  server.use(http.get("*/api/tickets/:id", () => refusal(400, "bad_request")));
  renderApp("/tickets/4", { as: aModerator() });
  const failed = await screen.findByRole("heading", { name: "Could not load the ticket." });
  expect(failed.closest("[role=alert]")).toHaveTextContent("Please refresh the page.");
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

  test("are written in a dialog, for everyone too", async () => {
    given([]);
    const added: unknown[] = [];
    server.use(
      http.post("*/api/canned-replies", async ({ request }) => {
        added.push(await request.json());
        return HttpResponse.json(GREETING, { status: 201 });
      }),
    );
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

  test("is for people with tickets alone", async () => {
    renderApp("/tickets/quarantine", { as: aModerator({ cms_access: ["moderation"] }) });
    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
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
  test("shows the words and the guidance above the actions, and marks the message", async () => {
    const harm = { passages: ["I want to kill myself."], guidance: "Call Ann on 1234." };
    aTicket([aMessage(1, { harm: harm.passages, author: { ...ADA, suspect: true, user_id: null, stranger: false } })], {}, ADA, { harm, priority: 1 });
    renderApp("/tickets/4", { as: aModerator() });
    const band = await screen.findByRole("region", { name: "Somebody may come to harm" });
    expect(within(band).getByText("Call Ann on 1234.")).toBeVisible();
    expect(within(band).getByText("“I want to kill myself.”")).toBeVisible();
    expect(await screen.findByText("Somebody may come to harm: “I want to kill myself.”")).toBeVisible();
    expect(screen.getByText("Name looks like another address")).toBeVisible();
  });

  test("is marked in the list", async () => {
    const items = [aTicketRow(1, { priority: 1, client: { ...ADA, suspect: true } }), aTicketRow(2)];
    server.use(http.get("*/api/tickets", () => HttpResponse.json({ items, next_cursor: null, searched: null })));
    renderApp("/tickets/list", { as: aModerator() });
    expect(await screen.findAllByText("Harm")).toHaveLength(1);
    expect(screen.getAllByText("Name looks like another address")).toHaveLength(1);
  });
});
