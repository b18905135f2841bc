import type { TaskPage } from "@/api/types";

import { expect, test } from "./support/test";

const HEIGHT = 900;

test("the form of a rejection leaves the review readable, and opening it moves nothing in the review's head", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR", browser: { viewport: { width: 1440, height: HEIGHT } } });
  const { task_id: taskId } = await api.pick("pending", (row) => row.assigned_to === null);
  await desk.take(taskId);
  const head = desk.item.locator(".item-kind");
  const places = () =>
    head.locator(".badge, .btn").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as object));
  const before = await places();
  await page.keyboard.press("r");
  await desk.reason.selectOption({ label: "Fake" });
  await desk.facts.fill("The order that it names was never placed.");
  await expect(desk.item.getByRole("region", { name: "Statement of reasons" })).toContainText("never placed");
  expect(await places()).toEqual(before);

  const form = await desk.form.boundingBox();
  const text = await desk.item.getByRole("region", { name: "Review", exact: true }).boundingBox();
  expect(form?.height).toBeLessThan(HEIGHT * 0.36);
  expect(text?.height).toBeGreaterThan(form?.height ?? HEIGHT);
});

test("an item that is opened by its link is in sight in the list", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const { items } = await api.ask<TaskPage>("GET", "/queues/pending/tasks?limit=50");
  const taskId = items.at(-1)?.task_id ?? 0;
  await desk.open(`/reviews/moderate?item=${taskId}`);
  await expect(page.locator(`[data-task="${taskId}"][aria-current=true]`)).toBeInViewport();
});
