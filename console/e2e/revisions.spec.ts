import type { Revision } from "@/api/types";

import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

const WHY = "A private telephone number taken out.";

test("an edit is written with its reason and shown as a difference; saved, it leaves no draft in any tab", async ({ visit }) => {
  const { page, desk, api, tab } = await visit({ as: "MODERATOR" });
  const { task_id: taskId } = await api.pick("pending");
  const before = (await api.task(taskId)).subject;
  const editor = desk.item.getByRole("form", { name: "Edit this review" });
  const text = editor.getByRole("textbox", { name: "Text", exact: true });
  const typed = `${before.text} Ring nobody.`;
  const isDraft = (address: string) => address.endsWith(`/tasks/${taskId}/draft`);
  const stored = () => page.waitForResponse((answer) => isDraft(answer.url()) && answer.request().method() === "PUT");
  const noDraft = async (on: typeof page) => {
    await expect(on.getByText(/^Draft stored/)).toHaveCount(0);
    await expect.poll(async () => (await api.task(taskId)).drafts).toEqual([]);
    await expect.poll(() => on.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft.")))).toEqual([]);
  };
  const second = await tab();

  await test.step("w opens the editor with what was received, and what is typed is shown as a difference", async () => {
    await desk.take(taskId);
    await page.keyboard.press("w");
    await expect(text).toHaveValue(before.text);
    await text.fill(typed);
    await expect(editor.locator("ins").filter({ hasText: "Ring nobody." })).toBeVisible();
    await expect(editor.locator("ins").first()).toHaveCSS("text-decoration-line", "underline");
  });

  await test.step("a reload loses nothing, and another tab has it too", async () => {
    await page.reload();
    await expect(text).toHaveValue(typed);
    await desk.item.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("dialog", { name: "Discard your edit?" }).getByRole("button", { name: "Discard" }).click();
    await expect(text).toHaveValue(before.text);
    const sent = stored();
    await text.fill(`${before.text} Ring no`);
    await sent;
    await second.goto(page.url());
    await expect(second.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(`${before.text} Ring no`);
  });

  await test.step("it is saved with a reason alone, while a draft of it is on its way", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(desk.item.getByText("Say why the text is edited")).toBeVisible();
    const reason = desk.item.getByLabel("Reason for the edit");
    await expect(reason).toBeFocused();
    const sent = stored();
    await reason.fill(WHY);
    await sent;
    const late = stored();
    await intercept(page, `**/tasks/${taskId}/draft`, async (route) => {
      await desk.item.getByText("Saving").waitFor(); // the draft arrives after the edit was sent, if nothing waits for it
      await route.continue();
    });
    const sending = page.waitForRequest((request) => isDraft(request.url()));
    await text.fill(typed);
    await sending;
    await page.keyboard.press("Control+Enter");
    await late;
    await desk.says("Revision 2 saved");
    await expect(editor).toHaveCount(0);
    await page.unroute(`**/tasks/${taskId}/draft`);
  });

  await test.step("it stands under the item and in the timeline", async () => {
    await expect(desk.item.getByRole("heading", { name: /^Revisions/ })).toBeVisible();
    await expect(desk.item.locator("ins").filter({ hasText: "Ring nobody." })).toBeVisible();
    await expect(desk.timeline.filter({ hasText: "changed the text" })).toContainText(WHY);
    const revisions = await api.ask<Revision[]>("GET", `/review/${before.id}/revisions`);
    expect(revisions.map(({ number, text: words }) => [number, words])).toEqual([
      [1, before.text],
      [2, typed],
    ]);
  });

  await test.step("nothing is offered as unsaved, here, after a reload, or in the second tab", async () => {
    await noDraft(page);
    await page.reload();
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
    await expect(text).toHaveValue(typed);
    await text.fill(`${before.text} Ring nobody today.`);
    await desk.item.getByLabel("Reason for the edit").fill(WHY);
    await page.keyboard.press("Control+Enter");
    await desk.says("Revision 3 saved");
    await noDraft(page);
  });
});
