import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

import type { OutcomeChoice } from "@/api/types";
import { ADA, aMessage, aTicket, openReply } from "@/testing/desk/conversations";
import { CALLUM, heldBy } from "@/testing/desk/factories";
import { aDesk as theDesk, aModerator } from "@/testing/factories";
import { refusal, withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

describe("a reply", () => {
  test("takes a canned reply by /; what it leaves open is marked, and stops the send", async () => {
    const desk = aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    expect(text).toHaveAttribute("placeholder", "Write to Ada Client. Typing takes the ticket.");
    expect(screen.getByRole("button", { name: "Canned replies" })).toBeVisible();
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

  test("has what is typed after its key, also where the key comes before the ticket does", async () => {
    const desk = aTicket([aMessage(1)]);
    let arrive = (): void => undefined;
    const there = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.get("*/api/desk", () => HttpResponse.json(theDesk({ read_first_ms: 600_000 }))), // nor does it wait for that
      http.get("*/api/tasks/4", async () => {
        await there;
        return HttpResponse.json(desk.change(4, {}));
      }),
    );
    renderApp("/tickets/4", { as: aModerator() });
    await screen.findByRole("heading", { level: 1, name: "Where is my invoice?" });
    await userEvent.keyboard("rDex{Backspace}ad,{Enter}d");
    arrive();
    const text = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Reply" });
    await waitFor(() => expect(text).toHaveFocus());
    await userEvent.keyboard("one");
    expect(text).toHaveValue("Dead,\ndone");
    expect(screen.getByRole("button", { name: "Reply" })).toHaveClass("btn-primary"); // D is no key meanwhile
    await waitFor(() => expect(desk.calls.map(({ method, path }) => `${method} ${path}`)).toContain("PUT /api/tasks/4/lock"));
  });

  test("is as it was before a canned reply after Ctrl+Z, and only while that stands there as it came", async () => {
    aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    await userEvent.type(text, "Hello.\n/gre");
    await screen.findByRole("option", { name: /Greeting/ });
    await userEvent.keyboard("{Enter}");
    const filled = "Hello.\nDear Ada Client, see {{review_link}}.";
    await waitFor(() => expect(text).toHaveValue(filled));
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(text).toHaveValue("Hello.\n/gre");
    expect(text.selectionStart).toBe("Hello.\n/gre".length);
    await screen.findByRole("option", { name: /Greeting/ });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(text).toHaveValue(filled));
    await userEvent.keyboard("here{Control>}z{/Control}");
    expect(text).toHaveValue("Hello.\nDear Ada Client, see here."); // the browser’s own
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

  test("to somebody who may come to harm is not offered first, and is asked about each time; so is the end", async () => {
    const replies = aTicket([aMessage(1)]).change(4, {}).outcomes;
    const resolve = { ...replies[0], name: "resolve", label: "Mark as resolved", hotkey: "v", tone: "neutral", form: null } as OutcomeChoice;
    const locked = { locked: true, locked_id: 2, locked_by: "Marta Ellwood" };
    const desk = aTicket([aMessage(1)], {}, ADA, { ...locked, outcomes: [...replies, resolve], harm: { passages: ["I will kill myself."], guidance: "Call the line." } });
    const sent = () => desk.calls.filter(({ path }) => path.endsWith("/decision")).map(({ body }) => (body as { outcome: string }).outcome);
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.type(await openReply(), "We have called you.");
    expect(screen.getByRole("button", { name: "Reply" })).not.toHaveClass("btn-primary");
    expect(screen.queryByRole("button", { name: "Canned replies" })).not.toBeInTheDocument(); // its guidance forbids them
    await userEvent.type(await openReply(), "{Enter}/");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    for (const label of ["Mark as resolved", "Reply", "Mark as resolved"]) {
      await userEvent.click(screen.getByRole("button", { name: label }));
      const dialog = await screen.findByRole("dialog", { name: `${label}?` });
      expect(within(dialog).getByText(/^Somebody may come to harm\./)).toBeVisible();
      fireEvent.keyDown(dialog, { key: "Enter", ctrlKey: true, repeat: true });
      await userEvent.keyboard("{Escape}");
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    }
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Reply" }));
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Reply" }));
    await waitFor(() => expect(sent()).toEqual(["reply"]));
  });

  test("that is not sent is thrown away by the end of its ticket only after a question", async () => {
    const locked = { locked: true, locked_id: 2, locked_by: "Marta Ellwood" };
    const replies = aTicket([aMessage(1)]).change(4, {}).outcomes;
    const resolve = { ...replies[0], name: "resolve", label: "Mark as resolved", hotkey: "v", tone: "neutral", form: null } as OutcomeChoice;
    const desk = aTicket([aMessage(1)], {}, ADA, { ...locked, outcomes: [...replies, resolve] });
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.type(await openReply(), "We have looked.");
    expect(screen.queryByText("Actions come back when it is free.")).toBeNull(); // in the bar there is no room for it
    await userEvent.click(screen.getByRole("button", { name: "Mark as resolved" }));
    expect(await screen.findByRole("dialog", { name: "Mark as resolved?" })).toHaveTextContent("What you have written and not sent is thrown away.");
    await userEvent.keyboard("{Escape}");
    await userEvent.clear(await openReply());
    await userEvent.click(screen.getByRole("button", { name: "Mark as resolved" }));
    const empty = await screen.findByRole("dialog", { name: "Mark as resolved?" });
    expect(empty).not.toHaveTextContent("thrown away");
    await userEvent.click(within(empty).getByRole("button", { name: /^Mark as resolved/ }));
    await waitFor(() => expect(desk.calls.filter(({ path }) => path.endsWith("/decision"))).toHaveLength(1));
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

describe("a reply that is written while a message leads its ticket to the next step", () => {
  const path = { page: "/tickets/4", queue: "/tickets?item=4" };

  /** The client writes: ticket 4 goes on as task 9, with the draft that the server had. */
  function goesOn(desk: ReturnType<typeof aTicket>, ticket: Parameters<typeof aTicket>[1]) {
    desk.comes(aMessage(2, { text: "Are you there?" }));
    const held = desk.change(4, {});
    const saved = { outcome: "reply", form: { reply: "Dear" }, saved_at: new Date(Date.now() - 60_000).toISOString() };
    const task = desk.change(9, { ...held, task_id: 9, node: "replied", drafts: [saved] });
    Object.assign(ticket ?? {}, { status: "replied", task });
    desk.change(4, { open: false, outcomes: [], locked: false, lock_version: held.lock_version + 1 });
  }

  test.each([
    ["its page", path.page, "ticket"],
    ["its page, which hears of the old step first", path.page, "task"],
    ["its queue", path.queue, "task"],
  ])("stays whole on %s, with the focus; the message stands above it, and the same key sends it", async (_, at, first) => {
    const ticket: Parameters<typeof aTicket>[1] = { status: "awaiting_response" };
    const desk = aTicket([aMessage(1)], ticket, ADA, { node: "awaiting_response" });
    const refetch = async (...reads: string[]) => {
      for (const read of reads) await act(() => client.refetchQueries({ queryKey: [read] }));
    };
    const { client } = renderApp(at, { as: aModerator() });
    const text = await openReply();
    await userEvent.type(text, "Dear Ada");
    await waitFor(() => expect(desk.sent("PUT", "/tasks/4/lock")).toHaveLength(1));
    goesOn(desk, ticket);
    await refetch(first === "ticket" ? "/api/tickets/{ticket_id}" : "/api/tasks/{task_id}");
    await userEvent.keyboard(", e");
    expect(await within(await screen.findByRole("list", { name: "Newer messages" })).findByText("Are you there?")).toBeVisible();
    await userEvent.keyboard("very word");
    expect(document.activeElement).toBe(text);
    expect(text).toHaveValue("Dear Ada, every word");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(desk.sent("POST", "/tasks/9/decision").map(({ body }) => body)).toEqual([{ outcome: "reply", form: { reply: "Dear Ada, every word" }, revision: 2 }]));
  });
});

describe("the foot of a conversation", () => {
  test("is open from the start, and takes the ticket with the first letter alone", async () => {
    const desk = aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const locks = () => desk.calls.filter(({ path }) => path.endsWith("/lock"));
    const text = await openReply();
    expect(locks()).toEqual([]);
    await userEvent.type(text, "H");
    await waitFor(() => expect(locks()).toHaveLength(1));
  });

  test("fills the button that is next: taking it, then, once something is written, the reply", async () => {
    const desk = aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const filled = () => [...document.querySelectorAll("article .btn-primary")].map(({ textContent }) => textContent);
    const text = await openReply();
    expect(filled()).toEqual([expect.stringMatching(/^Take it/)]);
    await userEvent.type(text, "H");
    await waitFor(() => expect(desk.calls.some(({ path }) => path.endsWith("/lock"))).toBe(true));
    await waitFor(() => expect(filled()).toEqual([expect.stringMatching(/^Reply(?! and)/)]));
    await userEvent.clear(text);
    await waitFor(() => expect(filled()).toEqual([]));
  });

  test("has a tab for notes, whose draft is its own; m leads there, r to the reply", async () => {
    const desk = aTicket([aMessage(1)]);
    const user = userEvent.setup();
    renderApp("/tickets/4", { as: aModerator() });
    await user.type(await openReply(), "Dear Ada");
    await user.keyboard("{Escape}m");
    const note = await screen.findByRole("textbox", { name: "Note" });
    expect(note).toHaveFocus();
    expect(note).toHaveValue("");
    expect(note).toHaveAccessibleDescription(/The client never sees it/);
    await user.type(note, "She is angry.");
    await user.keyboard("{Escape}r");
    const text = await screen.findByRole("textbox", { name: "Reply" });
    expect(text).toHaveValue("Dear Ada");
    await waitFor(() => expect(text).toHaveFocus());
    await user.click(screen.getByRole("tab", { name: "Internal note" }));
    expect(await screen.findByRole("textbox", { name: "Note" })).toHaveValue("She is angry.");
    await user.click(screen.getByRole("tab", { name: "Internal note" }));
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("tab", { name: "Reply" })).toHaveFocus();
    expect(screen.getByRole("textbox", { name: "Reply" })).toHaveValue("Dear Ada");
    expect(desk.calls.filter(({ path }) => path.endsWith("/decision"))).toEqual([]);
  });

  test("is a note while somebody else has the ticket", async () => {
    aTicket([aMessage(1)], {}, ADA, heldBy(CALLUM));
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByRole("textbox", { name: "Note" })).not.toHaveFocus();
    expect(screen.getByRole("tab", { name: "Internal note" })).toHaveAttribute("aria-selected", "true");
  });

  test("offers colleagues by @ as a menu for the keyboard", async () => {
    aTicket([aMessage(1)]);
    const colleagues = [{ ...CALLUM, on_duty: true }, { id: 5, name: "Cara Nolan", on_duty: true }];
    server.use(http.get("*/api/tasks/4/colleagues", () => HttpResponse.json(colleagues)));
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.click(await screen.findByRole("tab", { name: "Internal note" }));
    const note = await screen.findByRole("textbox", { name: "Note" });
    await screen.findByRole("option", { name: "Cara Nolan" });
    await userEvent.type(note, "Please look, @c");
    const menu = await screen.findByRole("listbox", { name: "Colleagues" });
    expect(within(menu).getAllByRole("option").map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Callum Frayne"), expect.stringContaining("Cara Nolan")]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(note).toHaveValue("Please look, @Cara Nolan ");
    expect(screen.queryByRole("listbox", { name: "Colleagues" })).not.toBeInTheDocument();
    await userEvent.type(note, "and @ca");
    await screen.findByRole("listbox", { name: "Colleagues" });
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox", { name: "Colleagues" })).not.toBeInTheDocument();
    expect(note).toHaveFocus();
  });

  test("says what is to be filled in, and how much of it", async () => {
    aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const text = await openReply();
    fireEvent.change(text, { target: { value: "{{amount}} of {{number}}" } });
    await userEvent.click(await screen.findByRole("button", { name: "Fill in {{amount}}, 2 in all" }));
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe("{{amount}}");
  });

  test.each([
    ["Reply", "reply", "Reply held for a moment"],
    ["Reply and resolve", "reply_and_resolve", "Reply held for a moment, ticket resolved"],
  ])("%s can be undone while it is held: its words are there again", async (button, outcome, said) => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const undone: string[] = [];
    aTicket([aMessage(1)]);
    server.use(
      http.post("*/api/tasks/4/decision", async ({ request }) => {
        expect(await request.json()).toMatchObject({ outcome });
        return HttpResponse.json({ status: "awaiting_response", next: null, decided_at: new Date().toISOString(), undo_until: until });
      }),
      http.post("*/api/tasks/4/undo", withCall(undone, ({ request }) => request.url, () => HttpResponse.json({ status: "new", task_id: 4, queue: "tickets" }))),
    );
    renderApp("/tickets/4", { as: aModerator() });
    await userEvent.type(await openReply(), "Here it is.");
    await userEvent.click(screen.getByRole("button", { name: button }));
    const told = (await screen.findByText(said)).closest("li");
    if (!told) throw new Error("no notification");
    await userEvent.click(within(told).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(undone).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Reply" })).toHaveValue("Here it is."));
  });
});
