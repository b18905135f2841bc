import type { Locator, Page } from "@playwright/test";

import { overflow } from "./support/looks";
import { expect, test } from "./support/test";

/** The windows of issue 10, and one of 1440 × 900 at 200 % zoom. */
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
];

for (const viewport of WINDOWS) {
  const size = `${viewport.width} × ${viewport.height}`;

  test(`at ${size} the next free item is a button that can be reached`, async ({ visit }) => {
    const { page, desk } = await visit({ as: "MODERATOR", browser: { viewport, hasTouch: true } });
    await desk.open();
    const next = page.getByRole("button", { name: "Next free item" });
    await expect(next).toBeInViewport({ ratio: 1 });
    await next.tap();
    await expect(desk.lock).toHaveText(/^Yours for [45]:\d\d$/);

    await page.keyboard.press("s");
    const toast = page.locator("[data-sonner-toast]").first();
    await toast.hover(); // it has slid to its place then, and stays under the pointer
    expect(await controlsUnder(toast)).toEqual([]);
  });

  test(`at ${size} the chosen stars and the links to the lists of tickets are not cut`, async ({ visit }) => {
    const { page, desk } = await visit({ as: "MODERATOR", browser: { viewport } });
    await desk.open("/reviews/moderate?rating=1&flagged=true&company=1");
    const chosen = page.getByRole("button", { name: "Stars: 1 star" });
    await expect(chosen).toBeVisible();
    expect(await chosen.locator(".cut").evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
    await desk.open("/tickets");
    await expect(page.getByRole("navigation", { name: "Lists of all" })).toBeVisible();
    expect(await cutChoices(page)).toEqual([]);
  });

  test(`at ${size} no column of the team, of the statements or of all reviews is cut`, async ({ visit }) => {
    const { page } = await visit({ as: "HEAD_MODERATOR", browser: { viewport } });
    for (const address of ["/statements", "/team", "/reviews/classic"]) {
      await page.goto(address);
      await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      expect(await cutCells(page), address).toEqual([]);
      expect(await cutChoices(page), address).toEqual([]);
      expect(await overflow(page), address).toEqual([]);
    }
    await page.goto("/team");
    expect(await cutNames(page), "names of people").toEqual([]);
    await page.getByRole("main").locator("tbody tr", { hasText: /[1-9]/ }).locator("button[aria-expanded]").first().click();
    await expect(page.getByRole("table", { name: /^Items of/ }).getByRole("row").nth(1)).toBeVisible();
    expect(await cutCells(page), "the items of a person").toEqual([]);
    await page.goto("/statements");
    const opener = page.getByRole("main").locator("tbody button[aria-expanded]").first();
    await opener.click();
    const words = page.locator("main dd").first();
    await expect(words).toBeVisible();
    expect((await words.boundingBox())?.width).toBeGreaterThan(180);
  });

  test(`at ${size} nothing stands under the add button`, async ({ visit }) => {
    const { page, desk, api } = await visit({ as: "HEAD_MODERATOR", browser: { viewport } });
    for (const address of ["/statements", "/team", "/reviews/classic", "/"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      // a phone has no room beside the button: there the page scrolls below it, and its end clears it
      for (const share of viewport.width < 600 ? [1] : [0, 0.5, 1]) expect(await underAdd(page, share), `${address} at ${share}`).toEqual([]);
      const bar = await page.locator("main").evaluate((main: HTMLElement) => window.innerHeight - main.getBoundingClientRect().top - main.clientHeight);
      expect(bar, `an empty bar below ${address}`).toBeLessThan(2);
    }
    const { task_id: taskId } = await api.pick("pending");
    await desk.take(taskId);
    for (const share of [0, 0.5, 1]) expect(await underAdd(page, share), `an item at ${share}`).toEqual([]);
    await desk.outcome("Reject").click();
    await expect(desk.reason).toBeVisible();
    for (const share of [0, 0.5, 1]) expect(await underAdd(page, share), `a form at ${share}`).toEqual([]);
  });
}

/** The controls that can be seen where a notice is, once it is away. */
function controlsUnder(notice: Locator): Promise<string[]> {
  return notice.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const layer = element.closest<HTMLElement>("[data-sonner-toaster]");
    if (!layer) throw new Error("The notice is in no layer.");
    layer.style.visibility = "hidden";
    const found = new Set<string>();
    for (let x = left + 1; x < right; x += 4)
      for (let y = top + 1; y < bottom; y += 4) {
        const control = document.elementFromPoint(x, y)?.closest("button, input, select, textarea, a");
        if (control) found.add(control.ariaLabel ?? control.textContent.trim());
      }
    layer.style.visibility = "";
    return [...found];
  });
}

/** The cells whose content is wider than they are; names that end in an ellipsis may be. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main :is(td, th)")]
      .filter((cell) => !cell.closest(".sr") && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent.trim().slice(0, 40)),
  );
}

/** The first cells of rows, and what is in them, that end in an ellipsis. */
async function cutNames(page: Page): Promise<string[]> {
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main tbody th *")]
      .filter((part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
}

/** Chosen values that are wider than their control, and rows of links that end outside of theirs. */
function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) throw new Error("There is no canvas.");
    const selects = [...document.querySelectorAll<HTMLSelectElement>("main select")].filter((select) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      pen.font = font;
      const room = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      return pen.measureText(select.selectedOptions[0]?.text ?? "").width > room + 1;
    });
    const rows = [...document.querySelectorAll("main nav")].filter((nav) => nav.scrollWidth > nav.clientWidth + 1);
    return [...selects, ...rows].map((element) => element.getAttribute("aria-label") ?? "");
  });
}

/** What words and controls stand under the add button once everything that scrolls is scrolled by this share. */
function underAdd(page: Page, share: number): Promise<string[]> {
  return page.evaluate((part) => {
    for (const element of document.querySelectorAll("main, main *"))
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
    const add = document.querySelector(".add");
    if (!add) throw new Error("There is no add button.");
    const { left, top, width, height } = add.getBoundingClientRect();
    // a cell is wider than what it shows
    const shows = (element: Element, x: number, y: number) => {
      if (!element.matches("td, th")) return true;
      const content = document.createRange();
      content.selectNodeContents(element);
      return [...content.getClientRects()].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    };
    const found = new Set<string>();
    for (const x of [0.1, 0.3, 0.5, 0.7, 0.9])
      for (const y of [0.1, 0.3, 0.5, 0.7, 0.9])
        for (const element of document.elementsFromPoint(left + width * x, top + height * y)) {
          if (element.closest(".add") || !shows(element, left + width * x, top + height * y)) continue;
          if (element.matches("main :is(a, button, input, select, textarea, th, td, p, li, dt, dd, h2, h3, label, svg, time, .badge, .chip)"))
            found.add(`${element.tagName} ${element.textContent.trim().slice(0, 40)}`);
          // what lies below an opaque bar is not seen there anyway
          if (!/^rgba\(.*, 0\)$/.test(getComputedStyle(element).backgroundColor)) break;
        }
    return [...found];
  }, share);
}
