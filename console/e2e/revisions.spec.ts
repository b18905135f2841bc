import type { Revision } from "@/api/types";

import { endHolds } from "./support/holds";
import { intercept } from "./support/intercept";
import { giveAddress, mailTo } from "./support/mail";
import { expect, test } from "./support/test";

const FACTS = "The order that it names was never placed.";
const WHY = "A private telephone number taken out.";

test("an edit is written with its reason and shown as a difference; the draft outlives a reload", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const { task_id: taskId } = await api.pick("pending");
  const before = (await api.task(taskId)).subject;
  const editor = desk.item.getByRole("form", { name: "Edit this review" });
  const text = editor.getByRole("textbox", { name: "Text", exact: true });
  const typed = `${before.text} Ring nobody.`;

  await test.step("w opens the editor with what was received, and what is typed is shown as a difference", async () => {
    await desk.take(taskId);
    await page.keyboard.press("w");
    await expect(text).toHaveValue(before.text);
    await text.fill(typed);
    await expect(editor.locator("ins").filter({ hasText: "Ring nobody." })).toBeVisible();
    await expect(editor.locator("ins").first()).toHaveCSS("text-decoration-line", "underline");
  });

  await test.step("a reload loses nothing", async () => {
    await page.reload();
    await expect(text).toHaveValue(typed);
    await desk.item.getByRole("button", { name: "Reset" }).click();
    await expect(text).toHaveValue(before.text);
    await text.fill(typed);
  });

  await test.step("it is saved with a reason alone, and stands under the item and in the timeline", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(desk.item.getByText("Say why the text is edited")).toBeVisible();
    await page.keyboard.type(WHY);
    await expect(desk.item.getByLabel("Reason for the edit")).toHaveValue(WHY);
    await expect(text).toHaveValue(typed);
    await page.keyboard.press("Control+Enter");
    await desk.says("Revision 2 saved");
    await expect(editor).toHaveCount(0);
    await expect(desk.item.getByRole("heading", { name: /^Revisions/ })).toBeVisible();
    await expect(desk.item.locator("ins").filter({ hasText: "Ring nobody." })).toBeVisible();
    await expect(desk.timeline.filter({ hasText: "made revision 2" })).toContainText(WHY);
    const revisions = await api.ask<Revision[]>("GET", `/review/${before.id}/revisions`);
    expect(revisions.map(({ number, text: words }) => [number, words])).toEqual([
      [1, before.text],
      [2, typed],
    ]);
  });
});

test("a saved edit leaves no draft: not from a late autosave, not after a reload, not in a second tab", async ({ visit }) => {
  const visitor = await visit({ as: "MODERATOR" });
  const { page, desk, api } = visitor;
  const { task_id: taskId } = await api.pick("pending");
  const before = (await api.task(taskId)).subject;
  const editor = desk.item.getByRole("form", { name: "Edit this review" });
  const text = editor.getByRole("textbox", { name: "Text", exact: true });
  const draftSent = (on: typeof page) =>
    on.waitForResponse((answer) => answer.url().endsWith(`/tasks/${taskId}/draft`) && answer.request().method() === "PUT");
  const noDraft = async (on: typeof page) => {
    await expect(on.getByText(/^Draft stored/)).toHaveCount(0);
    expect((await api.task(taskId)).drafts).toEqual([]);
    expect(await on.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft.")))).toEqual([]);
  };
  const second = await visitor.tab();

  await test.step("it is saved while a draft of it is on its way", async () => {
    await desk.take(taskId);
    await page.keyboard.press("w");
    const stored = draftSent(page);
    await text.fill(`${before.text} Ring no`);
    await stored;
    await second.goto(page.url());
    await expect(second.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(`${before.text} Ring no`);
    const late = draftSent(page);
    await intercept(page, `**/tasks/${taskId}/draft`, async (route) => {
      await desk.item.getByText("Saving").waitFor(); // the draft arrives after the edit was sent, if nothing waits for it
      await route.continue();
    });
    const sending = page.waitForRequest((request) => request.url().endsWith(`/tasks/${taskId}/draft`));
    await text.fill(`${before.text} Ring nobody.`);
    await desk.item.getByLabel("Reason for the edit").fill(WHY);
    await sending;
    await page.keyboard.press("Control+Enter");
    await late;
    await desk.says("Revision 2 saved");
    await expect(editor).toHaveCount(0);
    await page.unroute(`**/tasks/${taskId}/draft`);
  });

  await test.step("nothing is offered as unsaved, here, after a reload, or in the second tab", async () => {
    await noDraft(page);
    await page.reload();
    await expect(desk.title).toBeVisible();
    await expect(desk.item.getByRole("heading", { name: /^Revisions/ })).toBeVisible();
    await noDraft(page);
    await expect(second.getByRole("form", { name: "Edit this review" })).toHaveCount(0);
    await noDraft(second);
    await second.reload();
    await expect(second.getByRole("heading", { name: /^Revisions/ })).toBeVisible();
    await noDraft(second);
  });

  await test.step("the next edit is based on the saved one, and is no conflict", async () => {
    await page.keyboard.press("w");
    await expect(text).toHaveValue(`${before.text} Ring nobody.`);
    await text.fill(`${before.text} Ring nobody today.`);
    await desk.item.getByLabel("Reason for the edit").fill(WHY);
    await page.keyboard.press("Control+Enter");
    await desk.says("Revision 3 saved");
    await noDraft(page);
  });
});

test("an edit that comes second is refused with both texts kept, and goes on from the newer one", async ({ visit }) => {
  const { page, desk, api, person } = await visit({ as: "MODERATOR", refusals: [409] });
  const { task_id: taskId } = await api.pick("pending");
  const { subject } = await api.task(taskId);
  const editor = desk.item.getByRole("form", { name: "Edit this review" });
  await desk.take(taskId);
  await page.keyboard.press("w");
  await editor.getByRole("textbox", { name: "Text", exact: true }).fill(`${subject.text} Mine.`);
  await desk.item.getByLabel("Reason for the edit").fill(WHY);

  await test.step("at another desk the same person saves first; here it is refused, and both are shown", async () => {
    await api.ask("PATCH", `/review/${subject.id}`, { revision: 1, reason: "As asked.", title: "Their title" });
    const refused = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await desk.item.getByRole("button", { name: /^Save revision 2/ }).click();
    expect((await refused).status()).toBe(409);
    await expect(editor).toContainText(`${person.name} saved revision 2`);
    await expect(editor.locator("ins").filter({ hasText: "Their" }).first()).toBeVisible();
    await expect(editor.locator("ins").filter({ hasText: "Mine." }).first()).toBeVisible();
  });

  await test.step("mine goes on over theirs", async () => {
    await desk.item.getByRole("button", { name: "Apply my edit to revision 2" }).click();
    await expect(editor.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Their title");
    await desk.item.getByRole("button", { name: /^Save revision 3/ }).click();
    await desk.says("Revision 3 saved");
    const after = (await api.task(taskId)).subject;
    expect([after.title, after.text, after.revision]).toEqual(["Their title", `${subject.text} Mine.`, 3]);
  });
});

test("a rejection's author is mailed what its preview showed, when the hold is over", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const head = await visit({ as: "HEAD_MODERATOR" });
  const { task_id: taskId } = await api.pick("pending");
  const task = await api.task(taskId);
  const address = await giveAddress(task.subject.id);
  const preview = desk.item.getByRole("region", { name: "Statement of reasons" });
  let shown = "";

  await test.step("the preview stands beside the form", async () => {
    await desk.take(taskId);
    await page.keyboard.press("r");
    await expect(preview).toContainText("what the author will read appears here");
    await desk.reason.selectOption({ label: "Fake" });
    await expect(desk.form.getByLabel("Explanation")).toHaveValue(/not based on anybody’s real experience/);
    await desk.facts.fill(FACTS);
    await expect(preview).toContainText(FACTS);
    await expect(preview).toContainText("to a…@example.com");
    shown = (await preview.locator(".letter p").last().textContent()) ?? "";
    await page.keyboard.press("Control+Enter");
    await desk.says("Rejected");
    expect(mailTo(address)).toEqual([]);
  });

  await test.step("the mail is the preview, word for word", async () => {
    await endHolds(task.subject.id);
    await expect.poll(() => mailTo(address).length).toBe(1);
    const [message = ""] = mailTo(address);
    expect(message).toContain("Auto-Submitted: auto-generated");
    expect(message.replaceAll("\r\n", "\n")).toContain(shown.trim());
    // it is noted once the mail server has taken it
    const lastActions = async () => (await api.history(task.process.id)).slice(-3).map(({ action }) => action);
    await expect.poll(lastActions).toEqual(["fire", "statement", "mail"]);
  });

  await test.step("a head moderator finds it among the statements, and it can be filed", async () => {
    await head.page.goto("/statements");
    const row = head.page.getByRole("row").filter({ hasText: "Sent" }).first();
    await expect(row).toContainText("a…@example.com");
    await row.getByText("Fake").click();
    await expect(row).toContainText(FACTS);
    const download = head.page.waitForEvent("download");
    await head.page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^statements-.*\.csv$/);
  });
});
