import type { Page } from "@playwright/test";

import { built, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
const MOST_SHIFT = 0.02;

/** How far the window, and what reaches over its edge, goes beyond its width. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("main, main *, header, header *")]
      .filter((element) => element.checkVisibility() && !element.closest(".sr, .rows"))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.getAttribute("class") ?? ""}`);
    return scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`, ...wide] : wide;
  });
}

for (const viewport of SIZES)
  test(`at ${viewport.width} px nothing is wider than the window`, async ({ visit }) => {
    test.setTimeout(90_000);
    const { page, desk, api } = await visit({ as: "ADMIN", browser: { viewport } });
    for (const address of built) {
      await openPage(page, address);
      expect(await overflow(page), address).toEqual([]);
    }
    const { task_id: taskId } = await api.pick("pending");
    await desk.take(taskId);
    expect(await overflow(page), "an item").toEqual([]);
    await desk.outcome("Reject").click();
    await expect(desk.form.getByRole("button", { name: "Cancel" })).toBeInViewport();
    expect(await overflow(page), "a form").toEqual([]);
  });

test("on a phone list and item are two pages, and Back leads from one to the other", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR", browser: { viewport: SIZES[2], hasTouch: true } });
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
  await page.addInitScript(watchShifts);
  await desk.open();
  await expect(desk.title).toBeVisible();
  await expect(desk.timeline.first()).toBeVisible();
  await page.keyboard.press("j");
  await desk.takeNext();
  await expect(desk.timeline.first()).toContainText("You took it");
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const all = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(all, JSON.stringify(shifts)).toBeLessThan(MOST_SHIFT);
});

interface Shift {
  value: number;
  by: string[];
}

/** Runs in the page: keeps what moved there without anybody's doing, as browsers count it. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  interface Entry extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      const by = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : ""));
      if (!hadRecentInput) shifts.push({ value, by });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
