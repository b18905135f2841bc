import { overflow, shiftsOf, watchShifts, WIDTHS } from "./support/looks";
import { expect, test } from "./support/test";

const MOST_SHIFT = 0.02;

for (const viewport of Object.values(WIDTHS))
  test(`at ${viewport.width} px an item and its form are not wider than the window`, async ({ visit }) => {
    const { page, desk, api } = await visit({ as: "ADMIN", browser: { viewport } });
    const { task_id: taskId } = await api.pick("pending");
    await desk.take(taskId);
    expect(await overflow(page), "an item").toEqual([]);
    await desk.outcome("Reject").click();
    await expect(desk.form.getByRole("button", { name: "Cancel" })).toBeInViewport();
    expect(await overflow(page), "a form").toEqual([]);
  });

test("on a phone list and item are two pages, and Back leads from one to the other", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  await desk.open();
  await expect(desk.list).toBeVisible();
  await expect(desk.item).toBeHidden();
  await desk.list.getByRole("listitem").nth(1).tap();
  await expect(desk.title).toBeVisible();
  await expect(desk.list).toBeHidden();
  await page.goBack();
  await expect(desk.list).toBeVisible();
  await expect(page).toHaveURL("/reviews/moderate");
  await page.goForward();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(desk.list).toBeVisible();
});

test("the queue page stands still while it loads, is read and is taken", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  await watchShifts(page);
  await desk.open();
  await expect(desk.title).toBeVisible();
  await expect(desk.timeline.first()).toBeVisible();
  await page.keyboard.press("j");
  await desk.takeNext();
  await expect(desk.timeline.first()).toContainText("You took it");
  const { all, by } = await shiftsOf(page);
  expect(all, by).toBeLessThan(MOST_SHIFT);
});
