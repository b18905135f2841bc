import { WIDTHS } from "./support/looks";
import { expect, test } from "./support/test";

const HEIGHT = 900;
const ZOOMED = { width: 720, height: 450 }; // 1440 × 900 at 200 %

test("the form of a rejection leaves the review readable, at 200 % zoom as well, and the outcomes stand in one row", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR", browser: { viewport: { width: 1440, height: HEIGHT } } });

  await test.step("the outcomes of a queue stand in one row", async () => {
    const { task_id: taskId } = await api.pick("escalated", ({ kind }) => kind === "review_moderation");
    await desk.open(`/reviews/escalated?item=${taskId}`);
    const buttons = page.getByRole("group", { name: "Outcomes" }).getByRole("button");
    await expect(buttons.first()).toBeVisible();
    const tops = () => buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect((await tops()).length).toBeGreaterThan(2);
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
  });

  const { task_id: taskId } = await api.pick("pending", (row) => row.assigned_to === null);
  await test.step("the form leaves the review readable, and opening it moves nothing in the review's head", async () => {
    await desk.take(taskId);
    const places = () =>
      desk.item
        .locator(".item-kind")
        .locator(".badge, .btn")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as object));
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    await page.keyboard.press("r");
    await desk.reason.selectOption({ label: "Fake" });
    await desk.facts.fill("The order that it names was never placed.");
    await expect(desk.item.getByRole("region", { name: "Statement of reasons" })).toContainText("never placed");
    await expect.poll(places).toEqual(before);
    const height = async (of: typeof desk.form) => (await of.boundingBox())?.height ?? 0;
    await expect.poll(() => height(desk.form)).toBeLessThan(HEIGHT * 0.4);
    expect(await height(desk.item.getByRole("region", { name: "Review", exact: true }))).toBeGreaterThan(await height(desk.form));
  });

  await test.step("at 200 % text, form and letter are one page to scroll: the form opens below the lock bar, with what sends it in sight", async () => {
    await desk.facts.press("Escape");
    await page.setViewportSize(WIDTHS.tablet);
    await page.keyboard.press("r");
    // the head of the letter is seen below what sends the form
    await expect(desk.item.getByRole("region", { name: "Statement of reasons" }).getByRole("heading").first()).toBeInViewport({ ratio: 1 });
    await expect(desk.form.getByRole("button", { name: "Reject" })).toBeInViewport({ ratio: 1 });
    await desk.facts.press("Escape");
    await page.setViewportSize(ZOOMED);
    await page.keyboard.press("r");
    const below = async () => {
      const heading = await desk.form.getByRole("heading").boundingBox();
      const bar = await desk.item.locator(".lockbar").boundingBox();
      return heading && bar ? heading.y - bar.y - bar.height : -1;
    };
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    await expect.poll(below).toBeLessThan(40);
    for (const field of [desk.reason, desk.facts]) {
      await field.focus();
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(desk.form.getByRole("button", { name: "Reject" })).toBeInViewport({ ratio: 1 });
    }
    const scrolls = await desk.item.locator(".item-grid, .item-grid *").evaluateAll((all) =>
      all.filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY) && !one.matches("textarea, select")).map((one) => one.classList.value),
    );
    expect(scrolls).toEqual(["item-grid"]);
  });
});
