import { randomUUID } from "node:crypto";

import type { Locator } from "@playwright/test";

import type { TaskDetail, TicketConversation } from "@/api/types";

import { settled } from "./support/arrivals";
import { Client } from "./support/mail";
import { openPage } from "./support/pages";
import { expect, test, type SignedIn } from "./support/test";

const headerOf = (mail: string, name: string): string => new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";

test("a ticket lives through mail, two moderators, a newer message, its end and its return, and its history tells all of it", async ({
  visit,
}) => {
  const client = new Client();
  const subject = `Where is the invoice ${randomUUID().slice(0, 8)}?`;
  const one = await visit({ as: "MODERATOR", refusals: [409] });
  const other = await visit({ as: "MODERATOR", refusals: [409] });
  const first = await client.writes(subject, "I have paid twice, and have one invoice.");
  const { items } = await one.api.ask<{ items: { id: number }[] }>("GET", `/tickets?q=${encodeURIComponent(subject)}`);
  const id = items[0]?.id ?? 0;
  const { page } = one;
  const messages = page.getByRole("list", { name: "Messages", exact: true });
  const status = (name: string) => expect(page.getByRole("banner").getByText(name, { exact: true })).toBeVisible();
  const text = page.getByRole("form", { name: "Reply" }).getByRole("textbox", { name: "Reply" });

  await test.step("two moderators open it; one types, the other sees who, and leaves a note", async () => {
    await page.goto(`/tickets/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
    await status("New");
    await other.page.goto(`/tickets/${id}`);
    await text.fill("Good morning, the second invoice");
    await expect(one.desk.lock).toHaveText(/^Yours for/);
    await expect(other.desk.item.getByText(`Held by ${one.person.name} since`)).toBeVisible();
    // the reply is somebody else's: what can be written is a note
    await other.page.getByLabel("Note", { exact: true }).fill("Accounting knows about it.");
    await other.page.getByRole("button", { name: "Save the note" }).click();
    await expect(messages.getByText("Accounting knows about it.")).toBeVisible();
  });

  let second = "";
  await test.step("a newer mail comes before the reply is sent: it is shown, and what was typed stays", async () => {
    second = await client.writes(`Re: ${subject}`, "It is the invoice of May.", { "In-Reply-To": first });
    const newer = page.getByRole("list", { name: "Newer messages" });
    await expect(newer.getByText("It is the invoice of May.")).toBeVisible();
    await expect(text).toHaveValue("Good morning, the second invoice");
  });

  const head = await visit({ as: "HEAD_MODERATOR" });
  await test.step("a head moderator takes it over; who had it is told why, loses no text, and gets it back", async () => {
    await head.page.goto(`/tickets/${id}`);
    await head.desk.item.getByRole("button", { name: "Take over" }).click();
    const dialog = head.page.getByRole("dialog", { name: `Take over from ${one.person.name}` });
    await dialog.getByLabel("Reason").fill("I know this client.");
    await dialog.getByRole("button", { name: "Take over" }).click();
    await expect(head.desk.lock).toHaveText(/^Yours for/);
    const notice = one.desk.item.locator(".notice").filter({ hasText: "took it over at" });
    await expect(notice).toContainText(head.person.name);
    await expect(notice).toContainText("I know this client.");
    await expect(notice.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
    await expect(text).toHaveValue("Good morning, the second invoice");
    await head.desk.release();
    await page.getByRole("button", { name: "Take it" }).first().click();
    await expect(one.desk.lock).toHaveText(/^Yours for/);
    await expect(text).toHaveValue("Good morning, the second invoice");
  });

  await test.step("a reply that was sent too soon is taken back: nobody has it, and its words are there again", async () => {
    await text.fill("Good morning, the invoice of Mya");
    await page.keyboard.press("Control+Enter");
    await status("Awaiting Response");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await status("New");
    await expect(text).toHaveValue("Good morning, the invoice of Mya");
    await expect(messages.getByText("Taken back: nobody outside has it")).toBeVisible();
  });

  const replied = await test.step("the reply goes out once, threaded, with a large file", async () => {
    const file = { name: "invoice.pdf", mimeType: "application/pdf", buffer: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(3_000_000)]) };
    await page.locator("input[type=file]").setInputFiles(file);
    await expect(page.getByRole("list", { name: "Files of this reply" }).getByText("invoice.pdf")).toBeVisible();
    await text.fill("Good morning, the invoice of May is on its way.");
    await page.keyboard.press("Control+Enter");
    await status("Awaiting Response");
    await expect.poll(() => client.received().length).toBe(1);
    const [mail = ""] = client.received();
    expect(headerOf(mail, "In-Reply-To")).toBe(second);
    expect(headerOf(mail, "References")).toContain(first);
    expect(mail).toContain("the invoice of May is on its way");
    expect(mail).toContain('filename="invoice.pdf"');
    return mail;
  });

  await test.step("the client answers from a program that names no earlier mail, and it returns as Replied", async () => {
    await client.writes(headerOf(replied, "Subject"), "Thank you, it is here.");
    await status("Replied");
    await expect(messages.getByText("Thank you, it is here.")).toBeVisible();
  });

  await test.step("it is resolved, and a later answer reopens it", async () => {
    await page.getByRole("button", { name: "Take it" }).click();
    await expect(one.desk.lock).toHaveText(/^Yours for/);
    await one.desk.outcome("Mark as resolved").click();
    await page.getByRole("dialog", { name: "Mark as resolved?" }).getByRole("button", { name: /^Mark as resolved/ }).click();
    await status("Resolved");
    await expect(page.locator(".lockbar")).toContainText("Resolved.");
    await client.writes(`Re: ${subject}`, "One more thing.", { "In-Reply-To": headerOf(replied, "Message-ID") });
    await status("Replied");
    await expect(messages.getByText("One more thing.")).toBeVisible();
  });

  const to = await visit({ as: "MODERATOR" });
  await test.step("a head moderator selects four tickets of a person in their list, this one too, and reassigns them at once", async () => {
    const tasks = await openTickets(one, 3);
    const { task } = await one.api.ask<TicketConversation>("GET", `/tickets/${id}`);
    tasks.push(task?.task_id ?? 0);
    const person = await one.api.id();
    await one.api.assign(task?.task_id ?? 0, person, "");
    await head.page.goto(`/tickets/list?assignee=${person}`);
    const list = head.page.getByRole("table", { name: "All tickets" });
    await expect(list.getByRole("checkbox", { name: /^Select (?!all)/ })).toHaveCount(4);
    // by the keyboard alone: to the first row, select it, to the last, select all between
    await head.page.keyboard.press("j");
    await head.page.keyboard.press("x");
    for (let row = 1; row < 4; row += 1) await head.page.keyboard.press("j");
    await head.page.keyboard.press("Shift+X");
    await expect(head.page.getByRole("group", { name: "4 selected" })).toBeVisible();
    await head.page.keyboard.press("Shift+O");
    const dialog = head.page.getByRole("dialog", { name: "Assign 4 items" });
    await dialog.getByRole("combobox", { name: "Assign to" }).fill(to.person.name);
    await expect(dialog.getByRole("option").first()).toContainText(to.person.name);
    await head.page.keyboard.press("Enter");
    await dialog.getByRole("textbox", { name: /Note|Reason/ }).fill("They are away tomorrow.");
    await head.page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    const theirs = await to.api.id();
    for (const taskId of tasks) expect((await to.api.ask<TaskDetail>("GET", `/tasks/${taskId}`)).assigned_to?.id).toBe(theirs);
  });

  await test.step("the whole history tells all of it", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Whole history" }).click();
    const told = page.getByRole("dialog", { name: "Whole history" });
    for (const sentence of [
      "Received",
      "left a note",
      "You replied",
      "The client replied",
      "marked it as resolved",
      "Reopened: the client wrote again",
      `${head.person.name} took it over from you`,
      "You assigned it to yourself",
      `assigned it to ${to.person.name}`,
    ])
      await expect(told.getByText(sentence).first()).toBeVisible();
    await page.keyboard.press("Escape");
  });
  client.leaves();
});

/** The tasks of tickets that a person opens for clients, assigned to that person. */
async function openTickets(owner: SignedIn, number: number): Promise<number[]> {
  const person = await owner.api.id();
  const tasks: number[] = [];
  for (let count = 0; count < number; count += 1) {
    const client = { name: "Ada Client", email: `${randomUUID()}@client.example` };
    const { id } = await owner.api.ask<{ id: number }>("POST", "/tickets", { subject: `Question ${count}`, client, text: "How?" });
    const { task } = await owner.api.ask<TicketConversation>("GET", `/tickets/${id}`);
    tasks.push(task?.task_id ?? 0);
    await owner.api.assign(task?.task_id ?? 0, person, "");
  }
  return tasks;
}

test("on a phone a ticket opens at the newest message, with the field for the reply and its button below it", async ({ visit }) => {
  const client = new Client();
  const subject = `A long wait ${randomUUID().slice(0, 8)}`;
  const long = (part: number) => `Part ${part}. ${"It went on and on. ".repeat(12)}`;
  const { page, api } = await visit({ as: "HEAD_MODERATOR", browser: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  const first = client.sends(subject, long(1));
  const second = client.sends(`Re: ${subject}`, long(2), { "In-Reply-To": first });
  await client.arrives();
  const { items } = await api.ask<{ items: { id: number }[] }>("GET", `/tickets?q=${encodeURIComponent(subject)}`);
  const composer = page.getByRole("region", { name: "Write to the client or to colleagues" });
  const field = composer.getByRole("textbox", { name: "Reply" });
  const button = composer.getByRole("button", { name: "Reply", exact: true });
  const messages = page.getByRole("list", { name: "Messages", exact: true }).getByRole("article");
  const edge = (place: Locator, side: "top" | "bottom") => place.evaluate((element, name) => element.getBoundingClientRect()[name], side);
  const open = async () => {
    await openPage(page, `/tickets/${items[0]?.id ?? 0}`);
    await expect(field).toBeVisible();
    await settled(page);
    for (const control of [field, button]) await expect(control).toBeInViewport({ ratio: 1 });
    // a press goes to what stands on top: the add button lies over none of them
    for (const one of await composer.getByRole("button").filter({ visible: true }).all()) await one.click({ trial: true });
  };

  await open();
  await field.fill(long(3));
  await button.click();
  await expect(messages).toHaveCount(3);
  await client.writes(`Re: ${subject}`, long(4), { "In-Reply-To": second });
  await open();
  await expect(messages.last()).toContainText("Part 4.");
  expect(await edge(messages.last(), "top")).toBeGreaterThanOrEqual(await edge(page.locator(".lockbar"), "bottom"));
  expect(await edge(messages.last(), "bottom")).toBeLessThanOrEqual(await edge(composer, "top"));

  // with more room the bar has the first outcome, and its menu the other; what it says is not cut
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole("button", { name: "Mark as resolved" })).toBeVisible();
  expect(await page.locator(".lockbar > bdi").first().evaluate((said) => said.scrollWidth - said.clientWidth)).toBe(0);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Escalate" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Mark as resolved" })).toHaveCount(0);
  client.leaves();
});

test("a reply reaches the people of Cc but one, and a stranger by choice; the mail is read and saved as it came", async ({ visit }) => {
  const client = new Client();
  const subject = `Where is the order ${randomUUID().slice(0, 8)}?`;
  const first = await client.writes(subject, "It has not come.", {
    Cc: "Bob Boss <bob@client.example>, Cleo Client <cleo@client.example>",
  });
  const me = await visit({ as: "MODERATOR" });
  const { page } = me;
  const { items } = await me.api.ask<{ items: { id: number }[] }>("GET", `/tickets?q=${encodeURIComponent(subject)}`);
  await client.writes(`Re: ${subject}`, "I am her brother.\r\n\r\nOn Fri, 20 Nov 2026 at 10:00, Ada <ada@client.example> wrote:\r\n> It has not come.", {
    From: "Eve Elsewhere <eve@elsewhere.example>",
    "In-Reply-To": first,
  });
  await page.goto(`/tickets/${items[0]?.id ?? 0}`);
  await expect(page.getByText("Copied to Bob Boss")).toBeVisible();
  await expect(page.getByText("Another address than the client’s")).toBeVisible();
  const quoted = page.getByText("> It has not come.");
  await expect(quoted).toBeHidden();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(quoted).toBeVisible();
  await page.reload();
  await expect(quoted).toBeVisible();

  await page.getByRole("button", { name: "The mail as it came" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^The mail of message/ });
  await expect(dialog.getByText(`Subject: ${subject}`)).toBeVisible();
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the mail" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^mail-\d+\.eml$/);
  await page.keyboard.press("Escape");

  const form = page.getByRole("form", { name: "Reply" });
  await form.getByRole("button", { name: "Bob Boss" }).click();
  await form.getByRole("button", { name: "Eve Elsewhere" }).click();
  await form.getByRole("textbox", { name: "Reply" }).fill("It comes tomorrow.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Copied to Cleo Client, Eve Elsewhere")).toBeVisible();
  await expect.poll(() => client.received()).toHaveLength(1);
  expect(headerOf(client.received()[0] ?? "", "Cc")).toBe("cleo@client.example, eve@elsewhere.example");
  client.leaves();
});
