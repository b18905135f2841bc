import { Source } from "./support/source";
import { expect, test } from "./support/test";
import { unheardOf } from "./support/words";

const WORDS = `quill${unheardOf()}`; // in no other review
const NUMBER = 6;

test("a batch is asked for, confirmed by a second person, half skipped, tried again and rolled back", async ({ visit }) => {
  const source = await Source.start();
  const { id } = await source.company("Quill Dental");
  await source.reviews(id, Array.from({ length: NUMBER }, (_, number) => `They sold me a ${WORDS} number ${number}.`));
  const { page, desk, person } = await visit({ as: "HEAD_MODERATOR" });
  const holder = await visit({ as: "MODERATOR" });
  const state = page.getByRole("region", { name: "State" });
  const result = (name: string) => page.getByRole("group", { name: "Results" }).getByRole("button", { name });

  await test.step("all that fit are counted, also those that others hold", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Bulk moderation tool" }).first().click();
    await page.getByLabel("Queue", { exact: true }).selectOption("pending");
    await page.getByLabel("Outcome", { exact: true }).selectOption("reject");
    await page.getByLabel("Words in the text").fill(WORDS);
    await expect(page.getByText(`${NUMBER} items fit; all of them are shown`)).toBeVisible();
    const { items } = await holder.api.ask<{ items: { task_id: number }[] }>("GET", `/queues/pending/tasks?q=${WORDS}`);
    for (const { task_id: taskId } of items.slice(0, NUMBER / 2)) await holder.api.claim(taskId);
    await page.reload();
    await expect(page.getByText("3 of them are held by or assigned to somebody else")).toBeVisible();
  });

  await test.step("the form is the outcome's own, and the keyboard alone sends it", async () => {
    await page.getByLabel("Reason", { exact: true }).selectOption("fake");
    await page.getByLabel("Facts").fill("Nobody there sells quills.");
    await expect(page.getByRole("region", { name: "Statement of reasons" })).toContainText("Nobody there sells quills.");
    await expect(page.getByText(`this will decide ${NUMBER} items`)).toContainText("when a second person has confirmed it");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/bulk\/\d+$/);
    await expect(state.getByText("Waits for a second person").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  });

  await test.step("the second person finds it in the list, reads it and confirms it", async () => {
    const second = await visit({ as: "HEAD_MODERATOR" });
    await second.page.goto("/reviews/bulk-moderate");
    await second.page.getByRole("row").filter({ hasText: person.name }).getByRole("link", { name: "Look and confirm" }).click();
    await expect(second.page.getByText("Nobody there sells quills.")).toBeVisible();
    await second.page.getByText("would be rejected").waitFor();
    await second.page.getByLabel(/I have read the sample/).check();
    await second.page.getByRole("button", { name: "Confirm and run" }).click();
    await second.desk.says("Confirmed. The batch begins.");
  });

  await test.step("half is decided, half is skipped with the holder's name", async () => {
    await expect(state.getByText("Finished").first()).toBeVisible();
    await expect(result("Decided")).toHaveText("Decided 3");
    await result("Skipped").click();
    const rows = page.getByRole("table", { name: "Results" }).getByRole("row").filter({ hasText: WORDS });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(`${holder.person.name} has it`);
  });

  await test.step("what was skipped is tried again; a closed page finds its batch again", async () => {
    const { items } = await holder.api.ask<{ items: { task_id: number }[] }>("GET", `/queues/assigned_to_me/tasks?q=${WORDS}`);
    expect(items).toHaveLength(3);
    for (const { task_id: taskId } of items) await holder.api.release(taskId);
    await page.getByRole("button", { name: "Try 3 skipped items again" }).click();
    await page.goto("/reviews/bulk-moderate");
    await page.getByRole("row").filter({ hasText: person.name }).getByRole("link").click();
    await expect(state.getByText("6 of 6 decided").first()).toBeVisible();
    await expect(state.getByText("Finished").first()).toBeVisible();
  });

  await test.step("it is rolled back after saying what can be", async () => {
    await page.getByRole("button", { name: "Roll back" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Roll this batch back?" });
    await expect(dialog).toContainText("6 decisions can be taken back.");
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await desk.says("The batch is being rolled back.");
    await expect(state.getByText("6 of 6 rolled back").first()).toBeVisible();
    const { items } = await holder.api.ask<{ items: unknown[] }>("GET", `/queues/pending/tasks?q=${WORDS}`);
    expect(items).toHaveLength(NUMBER);
  });
});
