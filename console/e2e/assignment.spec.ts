import type { Page } from "@playwright/test";

import { expect, test } from "./support/test";

/** “Mo Tester 1” is no “Mo Tester 10”; behind a name stands what the person holds. */
const optionOf = (name: string): RegExp => new RegExp(`^${name}(?!\\d)`);

/** Chooses a colleague in the open dialog by typing a name, and gives a reason; all by the keyboard. */
async function assignTo(page: Page, name: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(name);
  await expect(dialog.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("option", { name: optionOf(name) })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("textbox", { name: /Note|Reason/ }).fill(reason);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
}

test("a head moderator moves items of one person to another by keyboard alone, and gives nothing to who is off duty", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const from = await visit({ as: "MODERATOR" });
  const to = await visit({ as: "MODERATOR" });
  const { page } = head;
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { task_id: taskId } = await from.api.pick("pending");
    await from.api.claim(taskId);
    await from.api.assign(taskId, await from.api.id(), "");
    ids.push(taskId);
  }

  await test.step("from the team page", async () => {
    await page.goto("/team");
    await page.getByRole("searchbox", { name: "Find a person" }).fill(from.person.name);
    await page.getByRole("button", { name: from.person.name, exact: true }).press("Enter");
    const items = page.getByRole("table", { name: `Items of ${from.person.name}` });
    const boxes = items.getByRole("checkbox", { name: /^Select (?!all)/ });
    await expect(boxes).toHaveCount(2);
    for (const box of [boxes.first(), boxes.last()]) {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await expect(box).toBeChecked();
    }
    await page.keyboard.press("m");
    await page.getByRole("checkbox", { name: /Also take items that others hold/ }).check();
    await page.getByRole("combobox", { name: "Assign to" }).focus();
    await assignTo(page, to.person.name, "They go off duty now.");
    await expect(items).toHaveCount(0);
    await to.desk.open("/my-work");
    for (const taskId of ids) await expect(to.desk.row(taskId)).toBeVisible();
  });

  await test.step("who looks at an item is seen there; off duty, nothing is assigned to them", async () => {
    const { task_id: taskId } = await head.api.pick("pending");
    await from.desk.open(`/reviews/moderate?item=${taskId}`);
    await from.page.getByRole("button", { name: /account menu/ }).click();
    await from.page.getByRole("menuitem", { name: "Go off duty" }).click();
    await from.desk.says("You are off duty");
    await head.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(head.desk.item.getByText(`${from.person.name} is looking at it`)).toBeAttached();
    await page.keyboard.press("o");
    await page.getByRole("combobox", { name: "Assign to" }).fill(from.person.name);
    await expect(page.getByRole("option", { name: optionOf(from.person.name) })).toHaveAttribute("aria-disabled", "true");
  });
});
