import type { Revision, TaskRow } from "@/api/types";

import { endHolds } from "./support/holds";
import { giveAddress, mailTo } from "./support/mail";
import { expect, type SignedIn, test } from "./support/test";

const NOTE = "You know this company.";
const REASON = "The source waits on the telephone.";
const BACK = "Settled by telephone: yours again.";
const EDIT = "A private telephone number taken out.";
const FACTS = "The order that it names was never placed.";
const MISTAKE = "The order was placed under another name.";
const STAYS = "The review tells what its author lived through.";
const SHOWN = "The receipt shows another business of the same name.";

/** Chooses a colleague in the dialog that is open, by name, and says why; by the keyboard. */
async function assignTo({ page }: SignedIn, { person }: SignedIn, why: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(person.name);
  await expect(dialog.getByRole("option").first()).toContainText(person.name);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: /Note|Reason/ }).fill(why);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
}

/** Asks from the story's page that the review be restricted. */
async function ask({ page }: SignedIn, review: number, facts: string, email: string): Promise<void> {
  await page.goto(`/review/${review}`);
  await page.getByRole("button", { name: "Request restriction" }).click();
  const dialog = page.getByRole("dialog", { name: "Request to restrict this review" });
  await dialog.getByLabel("Ground").selectOption({ label: "Wrong business" });
  await dialog.getByLabel("Facts").fill(facts);
  await dialog.getByLabel("Name", { exact: true }).fill("A. Solicitor");
  await dialog.getByLabel("Role of the requester").fill("solicitor");
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("checkbox").check();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
}

/** The open task about a review in a queue. */
async function waiting({ api }: SignedIn, queue: string, review: number): Promise<number> {
  const { items } = await api.ask<{ items: TaskRow[] }>("GET", `/queues/${queue}/tasks?limit=200`);
  const row = items.find(({ summary }) => summary.id === review);
  if (!row) throw new Error(`Review ${review} is not in ${queue}.`);
  return row.task_id;
}

test("four people, one review: every power of review moderation, and its story tells all of it", async ({ visit }) => {
  const [head, ada, ben, cleo] = await Promise.all([
    visit({ as: "HEAD_MODERATOR" }),
    visit({ as: "MODERATOR", refusals: [409] }),
    visit({ as: "MODERATOR" }),
    visit({ as: "MODERATOR" }),
  ]);
  const { task_id: taskId } = await head.api.pick("pending", ({ summary }) => "source" in summary && summary.source === "wf");
  const { subject: before, process } = await head.api.task(taskId);
  const review = before.id;
  const author = await giveAddress(review);
  const solicitor = `solicitor-${review}@example.com`;
  const facts = ada.desk.facts;

  await test.step("it is assigned, with a note", async () => {
    await head.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(head.desk.title).toBeVisible();
    await head.page.keyboard.press("o");
    await assignTo(head, ada, NOTE);
    await head.desk.says(`Assigned to ${ada.person.name}`);
    await ada.page.goto("/");
    await expect(ada.page.getByText(`${head.person.name} assigned it to you`)).toBeVisible();
    await ada.desk.take(taskId, "/my-work");
    await expect(ada.desk.item.getByRole("complementary", { name: "Note" })).toContainText(NOTE);
    await ada.page.keyboard.press("r");
    await facts.fill("Half a sentence");
  });

  await test.step("it is taken over, with a reason; who had it is told, and keeps what they typed", async () => {
    await head.desk.open(`/reviews/assigned-to-others?item=${taskId}`);
    await expect(head.desk.item.getByText(`Held by ${ada.person.name}`)).toBeVisible();
    await head.desk.item.getByRole("button", { name: "Take over" }).click();
    const dialog = head.page.getByRole("dialog", { name: `Take over from ${ada.person.name}` });
    await dialog.getByRole("button", { name: "Take over" }).click();
    await expect(dialog.getByText("This field is required")).toBeVisible();
    await dialog.getByLabel("Reason").fill(REASON);
    await head.page.keyboard.press("Control+Enter");
    await expect(head.desk.lock).toHaveText(/^Yours for/);
    const notice = ada.desk.item.locator(".notice");
    await expect(notice).toContainText(`${head.person.name} took it over at`);
    await expect(notice).toContainText(REASON);
    await expect(notice.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
    await expect(facts).toHaveValue("Half a sentence");
    await ada.page.goto("/");
    await expect(ada.page.getByText(`${head.person.name} took it over from you`)).toBeVisible();
  });

  await test.step("it is handed back", async () => {
    await head.page.keyboard.press("o");
    await assignTo(head, ada, BACK);
    await ada.desk.take(taskId, "/my-work");
    await expect(facts).toHaveValue("Half a sentence");
    await facts.press("Escape");
  });

  await test.step("it is revised twice; an edit of what is no longer the newest is refused, with both texts", async () => {
    const editor = ada.desk.item.getByRole("form", { name: "Edit this review" });
    await ada.page.keyboard.press("w");
    await editor.getByRole("textbox", { name: "Text", exact: true }).fill(`${before.text} Ring nobody.`);
    await ada.desk.item.getByLabel("Reason for the edit").fill(EDIT);
    await ada.api.ask("PATCH", `/review/${review}`, { revision: 1, reason: "As asked.", title: "In fewer words" });
    await ada.desk.item.getByRole("button", { name: /^Save revision 2/ }).click();
    await expect(editor).toContainText(`${ada.person.name} saved revision 2`);
    await expect(editor.locator("ins").filter({ hasText: "fewer" }).first()).toBeVisible();
    await expect(editor.locator("ins").filter({ hasText: "Ring nobody." }).first()).toBeVisible();
    await ada.desk.item.getByRole("button", { name: "Apply my edit to revision 2" }).click();
    await expect(editor.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("In fewer words");
    await ada.desk.item.getByRole("button", { name: /^Save revision 3/ }).click();
    await ada.desk.says("Revision 3 saved");
    const revisions = await ada.api.ask<Revision[]>("GET", `/review/${review}/revisions`);
    expect(revisions.map(({ title, text }) => [title, text])).toEqual([
      [before.title, before.text],
      ["In fewer words", before.text],
      ["In fewer words", `${before.text} Ring nobody.`],
    ]);
  });

  await test.step("it is rejected; after the hold its author is mailed what the preview showed, word for word", async () => {
    const preview = ada.desk.item.getByRole("region", { name: "Statement of reasons" });
    await ada.page.keyboard.press("r");
    await ada.desk.reason.selectOption({ label: "Fake" });
    await expect(ada.desk.form.getByRole("group", { name: "Explanation" })).toContainText(/not based on anybody’s real experience/);
    await facts.fill(FACTS);
    await expect(preview).toContainText(FACTS);
    await expect(preview).toContainText("to a…@example.com");
    const shown = (await preview.locator(".letter p").last().textContent()) ?? "";
    await ada.page.keyboard.press("Control+Enter");
    await ada.desk.says("Rejected");
    expect(mailTo(author)).toEqual([]);
    await endHolds(review);
    await expect.poll(() => mailTo(author).length).toBe(1);
    const [letter = ""] = mailTo(author);
    expect(letter).toContain("Auto-Submitted: auto-generated");
    expect(letter.replaceAll("\r\n", "\n")).toContain(shown.trim());
    // it is noted once the mail server has taken it
    const lastActions = async () => (await head.api.history(process.id)).slice(-3).map(({ action }) => action);
    await expect.poll(lastActions).toEqual(["fire", "statement", "mail"]);
  });

  await test.step("a head moderator finds the statement, and saves the list as a file", async () => {
    const { page } = head;
    await page.goto("/statements");
    const row = page.getByRole("row").filter({ has: page.locator(`a[href^="/review/${review}#"]`) });
    await expect(row).toContainText("Sent");
    await row.getByText("Fake").click();
    await expect(page.getByRole("region", { name: "The letter to the author" })).toContainText("a…@example.com");
    await expect(row).toContainText(FACTS);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^statements-.*\.csv$/);
  });

  await test.step("it is reinstated from its story, and published when its hold ends", async () => {
    await head.page.goto(`/review/${review}`);
    await head.page.getByRole("button", { name: "Reopen" }).click();
    await head.page.getByLabel("Why it is reopened").fill(MISTAKE);
    await head.page.getByRole("button", { name: "Reopen" }).click();
    await expect(head.page).toHaveURL(/\/reviews\/escalated\?item=\d+/);
    await expect(head.desk.title).toBeVisible();
    await head.page.keyboard.press("Enter");
    await expect(head.desk.lock).toHaveText(/^Yours for/);
    await head.page.keyboard.press("a");
    await head.desk.says("Approved");
    const status = async () => (await head.api.ask<{ review: { status: string } }>("GET", `/review/${review}`)).review.status;
    await endHolds(review);
    await expect.poll(status).toBe("published");
  });

  const request = ({ desk }: SignedIn) => desk.item.getByRole("region", { name: "Request to restrict", exact: true });
  await test.step("that it be restricted is asked, and declined", async () => {
    await ask(ben, review, "They were never our customer.", solicitor);
    await ben.page.getByRole("link", { name: "Open in its queue" }).click();
    await expect(request(ben)).toContainText("They were never our customer.");
    await expect(request(ben)).toContainText("A. Solicitor, solicitor, s…@example.com");
    await ben.page.keyboard.press("Enter");
    await expect(ben.desk.lock).toHaveText(/^Yours for/);
    await request(ben).getByRole("button", { name: "Show the address" }).click();
    await expect(request(ben).getByRole("link", { name: solicitor })).toBeVisible();
    await ben.page.keyboard.press("d");
    await ben.desk.form.getByLabel("Why the review stays").fill(STAYS);
    const cut = () => request(ben).evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight);
    await expect.poll(cut, "what is cut off the request").toBe(0);
    await ben.page.keyboard.press("Control+Enter");
    await ben.desk.says("Declined");
    await endHolds(review);
    await expect.poll(() => mailTo(solicitor).some((mail) => mail.includes(STAYS))).toBe(true);
  });

  await test.step("it is asked again, and restricted: both sides are told", async () => {
    await ask(ben, review, SHOWN, solicitor);
    await cleo.desk.take(await waiting(cleo, "requests_to_restrict", review), "/reviews/request-to-restrict");
    await expect(request(cleo)).toContainText("Request 2 of at most 3");
    await cleo.page.keyboard.press("r");
    await cleo.desk.reason.selectOption({ label: "Wrong business" });
    await cleo.desk.facts.fill(SHOWN);
    await cleo.page.keyboard.press("Control+Enter");
    await cleo.desk.says("Restricted");
    await endHolds(review);
    await expect.poll(() => mailTo(author).some((mail) => mail.includes(SHOWN))).toBe(true);
    const subjects = () => mailTo(solicitor).map((mail) => /^Subject: (.*) \(request/m.exec(mail)?.[1]);
    await expect
      .poll(() => subjects().sort())
      .toEqual([
        "The review has been restricted",
        "The review stays published",
        "We have received your request",
        "We have received your request",
      ]);
  });

  await test.step("the story shows all of it, in order", async () => {
    const { page } = head;
    await page.goto(`/review/${review}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByRole("listitem").filter({ hasText: SHOWN }).first()).toBeVisible();
    const told = (await timeline.getByRole("listitem").allTextContents()).reverse().join("\n"); // the newest stands first
    const inOrder = [
      "Received from",
      NOTE,
      REASON,
      BACK,
      "changed the text",
      "changed the text",
      FACTS,
      "Rejected when its hold ended",
      "Statement of reasons",
      MISTAKE,
      "Published when its hold ended",
      STAYS,
      SHOWN,
    ];
    const places = inOrder.map((words) => told.indexOf(words));
    expect(places.filter((place) => place < 0).length, told).toBe(0);
    expect(places, told).toEqual([...places].sort((one, other) => one - other));
    await expect(page.getByRole("banner").or(page.locator("header")).first()).toContainText("Restricted");
    await expect(page.locator("ins").filter({ hasText: "Ring nobody." }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Request restriction" })).toHaveCount(0);
    await page.goto("/reviews/classic?status=restricted");
    await expect(page.locator(`a[href="/review/${review}"]`)).toBeVisible();
  });
});
