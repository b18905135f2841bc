import type { Page } from "@playwright/test";

import { expect, test } from "./support/test";

const TYPED = "The author says in the second line that they were never there.";

/** Chooses a colleague in the open dialog by typing a name, and gives a reason; all by the keyboard. */
async function assignTo(page: Page, name: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(name);
  await expect(dialog.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("option", { name, exact: true })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("textbox", { name: /Note|Reason/ }).fill(reason);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
}

test("work is assigned with a note, taken over with a reason, and the loser keeps what they typed", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const moderator = await visit({ as: "MODERATOR", refusals: [409] });
  const { task_id: taskId } = await head.api.pick("pending");

  await test.step("a head moderator assigns it by the keyboard", async () => {
    await head.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(head.desk.title).toBeVisible();
    await head.page.keyboard.press("o");
    await assignTo(head.page, moderator.person.name, "You know this company.");
    await head.desk.says(`Assigned to ${moderator.person.name}`);
  });

  await test.step("it stands in the assignee's own work, with the note; they begin to reject it", async () => {
    await moderator.page.goto("/");
    await expect(moderator.page.getByText(`${head.person.name} assigned it to you`)).toBeVisible();
    await moderator.desk.open("/my-work");
    await expect(moderator.desk.row(taskId)).toBeVisible();
    await expect(moderator.desk.item.getByRole("complementary", { name: "Note" })).toContainText("You know this company.");
    await moderator.desk.take(taskId, "/my-work");
    await moderator.page.keyboard.press("r");
    await moderator.desk.facts.fill(TYPED);
  });

  await test.step("the head sees who has it, and takes it over with a reason", async () => {
    await head.desk.open(`/reviews/assigned-to-others?item=${taskId}`);
    await expect(head.desk.item.getByText(`Held by ${moderator.person.name}`)).toBeVisible();
    await head.desk.item.getByRole("button", { name: "Take over" }).click();
    const dialog = head.page.getByRole("dialog", { name: `Take over from ${moderator.person.name}` });
    await dialog.getByRole("button", { name: "Take over" }).click();
    await expect(dialog.getByText("Give a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("The source waits on the telephone.");
    await head.page.keyboard.press("Control+Enter");
    await expect(head.desk.lock).toHaveText(/^Yours for/);
  });

  await test.step("the loser is told by whom and why, and keeps the text", async () => {
    const notice = moderator.desk.item.locator(".notice");
    await expect(notice).toContainText(`${head.person.name} took it over at`);
    await expect(notice).toContainText("The source waits on the telephone.");
    await expect(moderator.desk.facts).toHaveValue(TYPED);
    await expect(notice.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
    await moderator.page.goto("/");
    await expect(moderator.page.getByText(`${head.person.name} took it over from you`)).toBeVisible();
  });

  await test.step("the history tells all of it", async () => {
    const { process } = await head.api.task(taskId);
    const told = (await head.api.history(process.id)).map(({ action, text }) => [action, text]);
    expect(told).toContainEqual(["assign", "You know this company."]);
    expect(told).toContainEqual(["take_over", "The source waits on the telephone."]);
  });
});

test("from the team page several items go from one person to another by the keyboard alone", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const from = await visit({ as: "MODERATOR" });
  const to = await visit({ as: "MODERATOR" });
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { task_id: taskId } = await from.api.pick("pending");
    await from.api.claim(taskId);
    await from.api.assign(taskId, await from.api.id(), "");
    ids.push(taskId);
  }

  const { page } = head;
  await page.goto("/team");
  await page.getByRole("searchbox", { name: "Find a person" }).fill(from.person.name);
  await page.getByRole("button", { name: from.person.name, exact: true }).press("Enter");
  const items = page.getByRole("table", { name: `Items of ${from.person.name}` });
  await expect(items.getByRole("checkbox", { name: /^Select (?!all)/ })).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("m");
  await page.getByRole("checkbox", { name: /Also take items that others hold/ }).check();
  await page.getByRole("combobox", { name: "Assign to" }).focus();
  await assignTo(page, to.person.name, "They go off duty now.");
  await expect(items).toHaveCount(0);

  await to.desk.open("/my-work");
  for (const taskId of ids) await expect(to.desk.row(taskId)).toBeVisible();
});

test("whoever goes off duty is not assigned anything, and others see who looks at an item", async ({ visit }) => {
  const head = await visit({ as: "HEAD_MODERATOR" });
  const moderator = await visit({ as: "MODERATOR" });
  const { task_id: taskId } = await head.api.pick("pending");

  await moderator.desk.open(`/reviews/moderate?item=${taskId}`);
  await moderator.page.getByRole("button", { name: /account menu/ }).click();
  await moderator.page.getByRole("menuitem", { name: "Go off duty" }).click();
  await moderator.desk.says("You are off duty");

  await head.desk.open(`/reviews/moderate?item=${taskId}`);
  await expect(head.desk.item.getByText(`${moderator.person.name} is looking at it`)).toBeAttached();
  await head.page.keyboard.press("o");
  await head.page.getByRole("combobox", { name: "Assign to" }).fill(moderator.person.name);
  const option = head.page.getByRole("option", { name: moderator.person.name }).first();
  await expect(option).toHaveAttribute("aria-disabled", "true");
});
