import type { Locator } from "@playwright/test";

import { settled, shiftsOf, watchArrivals } from "./support/arrivals";
import { overflow, WIDTHS } from "./support/looks";
import { openPage } from "./support/pages";
import { expect, test } from "./support/test";

const MOST_SHIFT = 0.02;

test("the queue page stands still while it loads, is read and is taken", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR" });
  const { task_id: taskId } = await api.pick("pending");
  const expectStill = async () => {
    await settled(page);
    const { all, by } = await shiftsOf(page);
    expect(all, by).toBeLessThan(MOST_SHIFT);
  };
  await watchArrivals(page);
  await desk.open();
  await expect(desk.timeline.first()).toBeVisible();
  await page.keyboard.press("j");
  await expectStill();
  await desk.take(taskId);
  await expect(desk.timeline.first()).toContainText("You took it");
  await expectStill();
});

test("on a phone list and item are two pages with a way back, and a text is shown from its beginning after the editor", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR", browser: { viewport: WIDTHS.phone, hasTouch: true } });
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

  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);
  await page.getByRole("button", { name: "Edit" }).tap();
  await expect(page.getByRole("form", { name: "Edit this review" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("form", { name: "Edit this review" })).toHaveCount(0);
  await expect(desk.title).toBeInViewport({ ratio: 1 });
});

test("tabs are one row on a phone, and the chosen one is in sight; at a desk accounts are a table, and the filters of history have one line", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  const { items } = await api.ask<{ items: { id: number }[] }>("GET", "/companies");
  const company = `/company/${items[0]?.id ?? 0}`;
  for (const [address, chosen] of [[company, "Overview"], [`${company}?tab=log`, "Log"], ["/tickets/list", "All unresolved"]] as const) {
    await openPage(page, address);
    const tabs = page.locator(".tabs .tab");
    await expect(page.locator(".tabs :is([aria-current], [aria-pressed=true])")).toContainText(chosen);
    await expect(page.locator(".tabs :is([aria-current], [aria-pressed=true])")).toBeInViewport({ ratio: 1 });
    expect(new Set(await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))).size, address).toBe(1);
  }
  await page.setViewportSize(WIDTHS.desk);
  await openPage(page, "/accounts");
  await expect(page.getByRole("columnheader", { name: "Access level" })).toBeVisible();
  await openPage(page, "/history");
  const main = page.getByRole("main");
  await expect(main.getByRole("combobox")).toHaveCount(2);
  expect(await linesOf(main.getByRole("combobox").or(main.getByRole("button", { name: /^Filters/ })))).toBe(1);
});

test("on a phone heads are read to their end, a day's name stands beside its field, and what opens stays within the page", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  const facts = page.getByRole("banner").locator("p");
  for (const address of ["/audit", "/reason-codes", "/jobs/failed", "/tickets/canned", "/tickets/quarantine", "/statements"]) {
    await page.goto(address);
    await expect(facts).toHaveText(/\w/);
    await settled(page);
    expect(await facts.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight, scrollWidth - clientWidth]), address).toEqual([0, 0]);
  }
  await page.goto("/tags");
  await page.getByRole("main").getByRole("rowheader").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/tag\/\d+$/);
  await expect(page.getByRole("heading", { level: 2, name: "Details", exact: true })).toBeVisible();
  await expect(facts).toHaveText(/^Tag \d+/);
  // the way back to the list stands in place of the menu
  await expect(page.getByRole("banner").getByRole("link", { name: "All organisation tags" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open the menu" })).toBeHidden();

  await openPage(page, "/processes/review_moderation");
  await page.getByText("Dates…").click();
  const until = page.getByLabel("until", { exact: true });
  await expect(until).toBeVisible();
  await settled(page);
  expect(Math.abs((await middle(page.getByText("until", { exact: true }))) - (await middle(until)))).toBeLessThan(4);

  await openPage(page, "/reviews/classic");
  for (const name of ["Filters", "More"]) {
    const chip = page.locator(`summary:is(:text("${name}"), [aria-label="${name}"])`);
    await chip.click();
    await expect(page.locator("details[open] .disclosure-panel")).toBeInViewport({ ratio: 1 });
    expect(await overflow(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator("details[open]")).toHaveCount(0);
    await expect(chip).toBeFocused();
  }
  await openPage(page, "/team");
  await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
  await settled(page);
  expect(await overflow(page), "a person's work").toEqual([]);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await overflow(page), "the menu").toEqual([]);
});

test("the bar above a list is one line at a desk and on a tablet, and two on a phone", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  for (const address of ["/tags", "/groups", "/accounts", "/reviews/classic", "/history"])
    for (const width of [1920, 1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, address);
      const bar = page.getByRole("main").getByRole("search").locator("..");
      const parts = bar.locator("input[type=search], select, summary, button, a").filter({ visible: true });
      expect(await linesOf(parts), `${address} at ${width}`).toBe(width === 390 ? 2 : 1);
    }
});

/** On how many lines these stand. */
async function linesOf(parts: Locator): Promise<number> {
  return new Set(await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)))).size;
}

async function middle(place: Locator): Promise<number> {
  const box = await place.boundingBox();
  if (!box) throw new Error("It is not to be seen.");
  return box.y + box.height / 2;
}

test("right to left, words keep their order and stand where the page begins, and a review reads in its own direction", async ({ visit }) => {
  const kept = { settings: JSON.stringify({ direction: "rtl" }) };
  const { page, desk } = await visit({ as: "ADMIN", kept });
  const leftOf = async (place: Locator) => (await place.boundingBox())?.x ?? NaN;
  await desk.open();
  await expect(desk.title).toBeVisible();
  await settled(page);
  expect(await leftOf(page.getByRole("region", { name: "Items" }))).toBeGreaterThan(await leftOf(desk.item));
  expect(await leftOf(page.getByRole("complementary").first())).toBe(1440 - 280);
  expect(await leftOf(page.getByRole("button", { name: "Create" }))).toBe(40);
  await expect(desk.item.locator(".prose p").first()).toHaveCSS("direction", "ltr");

  await page.setViewportSize(WIDTHS.tablet);
  await openPage(page, "/tickets");
  const messages = page.getByRole("region", { name: "Items" }).getByText(/^\d+ messages?$/).first();
  await expect(messages).toBeVisible();
  await settled(page);
  const { first, last } = await messages.evaluate((element) => {
    const place = (at: number) => {
      const letter = document.createRange();
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) throw new Error("There are no words.");
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      return letter.getBoundingClientRect().left;
    };
    return { first: place(0), last: place(2) };
  });
  expect(first, "the number stands before its word").toBeLessThan(last);

  await page.setViewportSize(WIDTHS.phone); // where rows are blocks
  await openPage(page, "/tickets/list");
  const row = page.getByRole("main").getByRole("row").filter({ has: page.getByRole("rowheader") }).first();
  await expect(row).toBeVisible();
  await settled(page);
  const away = await row.evaluate((element) => {
    const name = element.querySelector("th");
    const line = [...element.querySelectorAll("td:not(:has(input))")].find(({ clientWidth }) => clientWidth > 1);
    return [name, line].map((cell) => {
      if (!name || !cell) throw new Error("The row has no name or no line.");
      const written = document.createRange();
      written.selectNodeContents(cell);
      return name.getBoundingClientRect().right - written.getBoundingClientRect().right;
    });
  });
  expect(Math.max(...away), "the line begins where the name does").toBeLessThan(2);
  expect((await row.boundingBox())?.height, "a row is two lines").toBeLessThan(72);
});

test("the names of steps stand within their boxes, letters of twice the size fit into their controls, and facts into their card", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await page.goto("/reviews/moderate");
  const graph = page.getByRole("img", { name: /^The process/ });
  await expect(graph).toContainText("Under investigation");
  await settled(page);
  const left = await graph.evaluate((svg) =>
    [...svg.querySelectorAll("g:has(> rect)")].map((step) => {
      const box = step.querySelector("rect")?.getBBox().width ?? 0;
      // as bold as where an item has passed
      const words = step.querySelector("text");
      words?.classList.add("taken");
      return (box - (words?.getComputedTextLength() ?? 0)) / 2;
    }),
  );
  expect(Math.min(...left)).toBeGreaterThan(2.5);

  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "32px"));
  });
  await page.goto("/reviews/bulk-moderate");
  const select = page.getByRole("main").getByRole("combobox").first();
  await expect(select).toBeVisible();
  await settled(page);
  const { height, line } = await select.evaluate((element) => ({
    height: element.clientHeight,
    line: parseFloat(getComputedStyle(element).fontSize) * 1.2,
  }));
  expect(height).toBeGreaterThan(line);

  // a head who has done nothing yet has no card of their own work
  await page.route("**/api/user/me/figures", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), skipped_today: 1 } });
  });
  await page.goto("/");
  const mine = page.getByRole("region", { name: "Your figures" }).locator("dd").first();
  await expect(mine).toHaveText(/\w/);
  await settled(page);
  const { width, card } = await mine.evaluate((element) => ({
    width: element.clientWidth,
    card: element.closest("dl")?.clientWidth ?? 0,
  }));
  expect(width, "the values' part of the card").toBeGreaterThan(card / 4);
});
