import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { settled } from "./support/arrivals";
import { cutCells, cutChoices, cutNames, overflow, underAdd, WIDTHS, WINDOWS } from "./support/looks";
import { openPage } from "./support/pages";
import { expect, test } from "./support/test";

type Size = (typeof WINDOWS)[number];

/** Resizes the window to each size in turn. */
async function inEveryWindow(page: Page, look: (size: Size, what: string) => Promise<void>): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await settled(page);
    await look(size, `in ${size.width} × ${size.height}`);
  }
}

test("in every window the next free item is a button that can be reached, and no notice lies over a control", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR", browser: { hasTouch: true } });
  await inEveryWindow(page, async (_, what) => {
    await desk.open();
    const next = page.getByRole("button", { name: "Next free item" });
    await expect(next, what).toBeInViewport({ ratio: 1 });
    await next.tap();
    await expect(desk.lock).toHaveText(/^Yours for [45]:\d\d$/);

    await page.keyboard.press("s");
    const toast = page.locator("[data-sonner-toast]").first();
    const asks = page.locator(".stopped"); // what may mean harm is first in the queue
    await expect(toast.or(asks).first()).toBeVisible();
    if (await asks.isVisible()) await page.keyboard.press("s");
    await toast.hover(); // it has slid to its place then, and stays under the pointer
    expect(await controlsUnder(toast), what).toEqual([]);
  });
});

test("in every window no column and no choice is cut, and whatever lies under the add button scrolls above it", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const main = page.getByRole("main");
  const isWhole = async (what: string) => {
    expect(await cutCells(page), what).toEqual([]);
    expect(await cutChoices(page), what).toEqual([]);
    expect(await overflow(page), what).toEqual([]);
  };
  const isClear = async (_: Size, what: string) => {
    expect(await underAdd(page), what).toEqual([]);
    const bar = await main.evaluate((element: HTMLElement) => window.innerHeight - element.getBoundingClientRect().top - element.clientHeight);
    expect(bar, `an empty bar ${what}`).toBeLessThan(2);
  };

  await test.step("the team, and the items of a person", async () => {
    await openPage(page, "/team");
    const person = main.locator("tbody tr", { hasText: /[1-9]/ }).locator("button[aria-expanded]").first();
    await expect(person).toBeVisible();
    await inEveryWindow(page, async (size, what) => {
      await isWhole(what);
      expect(await cutNames(page), what).toEqual([]);
      await isClear(size, what);
      await person.click();
      await expect(page.getByRole("table", { name: /^Items of/ }).getByRole("row").nth(1)).toBeVisible();
      expect(await cutCells(page), `items ${what}`).toEqual([]);
      await person.click();
    });
  });

  await test.step("the statements, and the words of one", async () => {
    await openPage(page, "/statements");
    const statement = main.locator("tbody button[aria-expanded]").first();
    await expect(statement).toBeVisible();
    await inEveryWindow(page, async (size, what) => {
      await isWhole(what);
      await isClear(size, what);
      await statement.click();
      const words = page.locator("main dd").first();
      await expect(words).toBeVisible();
      expect((await words.boundingBox())?.width, what).toBeGreaterThan(180);
      await statement.click();
    });
  });

  await test.step("all reviews, and the dashboard", async () => {
    await openPage(page, "/reviews/classic");
    await expect(main.getByRole("row").nth(1)).toBeVisible();
    await inEveryWindow(page, async (size, what) => {
      await isWhole(what);
      await isClear(size, what);
    });
    await openPage(page, "/");
    await inEveryWindow(page, isClear);
  });

  await test.step("the chosen stars, and the links to the lists of tickets", async () => {
    await openPage(page, "/reviews/moderate?rating=1&flagged=true&company=1");
    const chosen = page.getByRole("button", { name: "Stars: 1 star" });
    await expect(chosen).toBeVisible();
    await inEveryWindow(page, async (_, what) => {
      expect(await chosen.locator(".cut").evaluate((words) => words.scrollWidth - words.clientWidth), what).toBe(0);
    });
    await openPage(page, "/tickets");
    await expect(page.getByRole("navigation", { name: "Lists of all" })).toBeVisible();
    await inEveryWindow(page, async (_, what) => {
      expect(await cutChoices(page), what).toEqual([]);
    });
  });
});

test("in every window an item and its form keep within it and clear of the add button", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "HEAD_MODERATOR" });
  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);
  await inEveryWindow(page, async (_, what) => {
    expect(await overflow(page), `an item ${what}`).toEqual([]);
    expect(await underAdd(page), `an item ${what}`).toEqual([]);
    await desk.outcome("Reject").click();
    const cancel = desk.form.getByRole("button", { name: "Cancel" });
    await expect(cancel, what).toBeInViewport();
    expect(await overflow(page), `a form ${what}`).toEqual([]);
    expect(await underAdd(page), `a form ${what}`).toEqual([]);
    await cancel.click();
    await expect(desk.reason).toHaveCount(0);
  });
});

const LONG = "Harbour Health and Social Care of the North West, Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

test("a long name stays within its column, and a long word within its ticket", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  for (const [address, calls, key] of [
    ["/groups", /\/api\/groups\?/, "name"],
    ["/accounts", /\/api\/users\?/, "full"],
    ["/tickets/1", /\/api\/(tasks|tickets|companies|company|subjects)\b/, "name"],
  ] as const) {
    await page.route(calls, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(new RegExp(`"${key}": ?"[^"]*"`, "g"), `"${key}":"${LONG}"`);
      await route.fulfill({ response, body });
    });
    await openPage(page, address);
    await expect(page.getByRole("main").getByText(LONG).first()).toBeVisible();
    for (const size of [WIDTHS.desk, WIDTHS.phone]) {
      await page.setViewportSize(size);
      await settled(page);
      expect(await overflow(page), `${address} in ${size.width} px`).toEqual([]);
      expect(await spilt(page, LONG), `${address} in ${size.width} px`).toEqual([]);
    }
    await page.unroute(calls);
  }
});

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

/** The parents of these words that the words reach out of. */
function spilt(page: Page, words: string): Promise<string[]> {
  return page.evaluate((sought) => {
    const found = [...document.querySelectorAll("main *")].filter((element) => element.textContent === sought && element.children.length === 0);
    return found.flatMap((element) => {
      const box = element.closest("th, td, li, p, header, section");
      const cuts = getComputedStyle(element).overflowX !== "visible";
      if (!box || !element.checkVisibility()) return [];
      const written = document.createRange();
      written.selectNodeContents(element);
      const { right } = cuts ? element.getBoundingClientRect() : written.getBoundingClientRect();
      return right > box.getBoundingClientRect().right + 1 ? [box.outerHTML.slice(0, 80)] : [];
    });
  }, words);
}

// The ten main screens. `DOCKET_BOXES=1` writes the boxes anew; look at the pictures first (`make pictures`).
const SCREENS = ["/", "/reviews/moderate", "/tickets", "/tickets/list", "/testimonials", "/reviews/bulk-moderate", "/reviews/banned-words", "/company/1", "/team", "/history"];
const BOXES = join(import.meta.dirname, "boxes.json");

/** Where the parts of the frame and of the page begin, and how wide they are: what data cannot change. */
function boxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll("header.topbar, .sidebar, .add, main :is(.card, .list, .item, .item-aside, .decision, .toolbar, .tabs)");
    const lines = [...parts].flatMap((part) => {
      const { left, width } = part.getBoundingClientRect();
      const name = part.matches(".card") ? part.querySelector("h2")?.textContent : "";
      return part.checkVisibility() && width > 0 ? [`${part.classList[0] ?? ""} ${name ?? ""}: ${Math.round(left)} + ${Math.round(width)}`] : [];
    });
    return [...new Set(lines)];
  });
}

test("the parts of the ten main screens stand where they were put", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  const found: Record<string, string[]> = {};
  for (const address of SCREENS) {
    await openPage(page, address);
    for (const size of [{ width: 1920, height: 1080 }, WIDTHS.desk, WIDTHS.tablet, WIDTHS.phone]) {
      await page.setViewportSize(size);
      await settled(page);
      found[`${address} ${size.width}`] = await boxes(page);
    }
  }
  if (process.env.DOCKET_BOXES === "1") writeFileSync(BOXES, `${JSON.stringify(found, null, 2)}\n`);
  expect(found).toEqual(JSON.parse(readFileSync(BOXES, "utf8")));
});
