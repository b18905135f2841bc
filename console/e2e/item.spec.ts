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

test("the outcomes of a queue stand in one row", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR", browser: { viewport: { width: 1440, height: HEIGHT } } });
  for (const [queue, address] of [["pending", "moderate"], ["escalated", "escalated"]] as const) {
    const { task_id: taskId } = await api.pick(queue, ({ kind }) => kind === "review_moderation");
    await desk.open(`/reviews/${address}?item=${taskId}`);
    const buttons = page.getByRole("group", { name: "Outcomes" }).getByRole("button");
    await expect(buttons.first()).toBeVisible();
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(2);
    expect(new Set(tops).size, queue).toBe(1);
  }
});

const ZOOMED = { width: 720, height: 450 }; // 1440 × 900 at 200 %
const TWO_LINES = 52;

test("at 200 % zoom the text stays in sight above the form of a rejection, and so does what is filled in", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR", browser: { viewport: ZOOMED } });
  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);
  await page.keyboard.press("r");
  const textInSight = async () => {
    const text = await desk.item.locator(".item-body .prose").first().boundingBox();
    const bar = await desk.item.locator(".lockbar").boundingBox();
    const decision = await desk.item.locator(".decision").boundingBox();
    if (!text || !bar || !decision) return 0;
    return Math.min(text.y + text.height, decision.y) - Math.max(text.y, bar.y + bar.height);
  };
  for (const field of [desk.reason, desk.facts]) {
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(desk.form.getByRole("button", { name: "Reject" })).toBeInViewport({ ratio: 1 });
    await expect.poll(textInSight).toBeGreaterThanOrEqual(TWO_LINES);
  }
});

test("an item that is opened by its link is in sight in the list", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const { items } = await api.ask<TaskPage>("GET", "/queues/pending/tasks?limit=50");
  const taskId = items.at(-1)?.task_id ?? 0;
  await desk.open(`/reviews/moderate?item=${taskId}`);
  await expect(page.locator(`[data-task="${taskId}"][aria-current=true]`)).toBeInViewport();
});
