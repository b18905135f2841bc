import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { aMessage, aTicket, byCallum } from "@/testing/desk/conversations";
import { aModerator } from "@/testing/factories";
import { withCall } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

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

  test("is read again within seconds while a reply is held", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const reply = aMessage(2, { kind: "staff", delivery: "held" });
    aTicket([aMessage(1), reply]);
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("Held for a moment: it can still be taken back")).toBeVisible();
    await screen.findByRole("textbox", { name: "Reply" }); // which reads it as well
    reply.delivery = "sent";
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText("Mailed to the client", {}, { timeout: 8_000 })).toBeVisible(); // other polls come later
  });

  test("comes into sight at what is to be answered when the reply covers it", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    // the form begins above the message that nobody has answered
    const box = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      if (this.matches("article")) return new DOMRect(0, 0, 400, 800);
      const top = this.matches(".lockbar") ? 0 : this.matches(".decision") ? 300 : this.closest("[data-unanswered]") ? 400 : 100;
      return new DOMRect(0, top, 400, 100);
    });
    onTestFinished(() => [scrolled, box].forEach((spy) => spy.mockRestore()));
    aTicket([aMessage(1), aMessage(2, { kind: "staff" }), aMessage(3)]);
    renderApp("/tickets/4", { as: aModerator() });
    await screen.findByText("Message 3");
    scrolled.mockClear();
    await userEvent.keyboard("r");
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
    await userEvent.click(await screen.findByRole("tab", { name: "Internal note" }));
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

  test("shows a reply that was taken back as such, and opens at what is still to be answered", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    aTicket([aMessage(1), aMessage(2), aMessage(3, { kind: "staff", author: byCallum, delivery: "taken_back" })]);
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByRole("article", { name: "Reply: Callum Frayne" })).toHaveTextContent("Taken back: nobody outside has it");
    // the first message has nothing above it: the ticket opens at its title
    expect((scrolled.mock.contexts as Element[]).filter((element) => element.closest("ol"))).toEqual([]);
  });

  test("stands beside its facts, and the process as a line that a press opens", async () => {
    const bob = { key: "b".repeat(16), role: "copied" as const, name: "Bob Boss", email: "b…@client.example", suspect: false };
    aTicket([aMessage(1, { via: "mail" })], { recipients: [bob] });
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByRole("heading", { level: 1, name: "Where is my invoice?" })).toBeVisible();
    const facts = await screen.findByRole("region", { name: "Ticket 4" });
    await waitFor(() => expect(facts).toHaveTextContent(/With\s*nobody/));
    expect(facts).toHaveTextContent(/Client\s*Ada Client.*Cc\s*Bob Boss/);
    expect(facts).toHaveTextContent(/by mail/);
    // the answer of the claim says with whom it is now, before the ticket is read again
    await userEvent.click(screen.getByRole("button", { name: "Take it" }));
    await waitFor(() => expect(facts).toHaveTextContent(/With.*You/));
    const graph = () => screen.queryByRole("img", { name: /^The process:/ });
    expect(graph()).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Whole process" }));
    expect(graph()).toBeVisible();
  });

  test("is with the person from the moment in which they take it", async () => {
    aTicket([aMessage(1)]);
    renderApp("/tickets/4", { as: aModerator() });
    const facts = await screen.findByRole("region", { name: "Ticket 4" });
    await waitFor(() => expect(facts).toHaveTextContent(/With\s*nobody/));
    server.use(http.get("*/api/tickets/4", () => new Promise<never>(() => undefined)), http.get("*/api/tasks/4", () => new Promise<never>(() => undefined)));
    await userEvent.click(screen.getByRole("button", { name: /^Take it/ }));
    await waitFor(() => expect(facts).toHaveTextContent(/With\s*\S*\s*you/i));
  });

  test("shows a mail that failed, on paper too, and a person sends it again", async () => {
    aTicket([aMessage(1), aMessage(2, { kind: "staff", author: byCallum, delivery: "failed" })]);
    const sent: string[] = [];
    server.use(
      http.post("*/api/tickets/4/messages/2/delivery", withCall(sent, ({ request }) => request.headers.get("Idempotency-Key") ?? "", () =>
        new HttpResponse(null, { status: 202 }),
      )),
    );
    renderApp("/tickets/4", { as: aModerator() });
    expect(await screen.findByText("The mail could not be delivered.")).toBeVisible();
    expect(screen.getByText("The mail could not be delivered.").closest(".not-paper")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(sent).toEqual([expect.stringMatching(/./)]));
  });
});
