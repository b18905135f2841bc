import type { Locator } from "@playwright/test";

import { settled } from "./support/arrivals";
import { expect, test } from "./support/test";

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error("It is not to be seen.");
  return found;
}

test("header 90, sidebar 280, add button 40 from both edges; folded a rail of 86 that opens under the hand, above a page that stays", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const sidebar = page.getByRole("complementary").first();
  const main = page.getByRole("main");
  const width = async () => (await box(sidebar)).width;
  await page.goto("/");
  await settled(page);
  expect((await box(page.getByRole("banner"))).height).toBe(90);
  expect(await width()).toBe(280);
  const add = await box(page.getByRole("button", { name: "Create" }));
  expect([1440 - add.x - add.width, 900 - add.y - add.height]).toEqual([40, 40]);

  await page.getByRole("button", { name: "Collapse the sidebar" }).click();
  await page.mouse.move(900, 500);
  await page.getByRole("button", { name: "account menu" }).focus();
  await expect.poll(width).toBe(86);
  const place = { x: 86, y: 90, width: 1440 - 86, height: 900 - 90 };
  await expect.poll(() => box(main)).toEqual(place);
  await page.mouse.move(40, 400);
  await expect.poll(width).toBe(280);
  await expect(sidebar.getByText("Queued to publish")).toBeVisible();
  expect(await box(main)).toEqual(place);

  await page.mouse.move(900, 500);
  await expect.poll(width).toBe(86);
  await page.reload();
  await settled(page);
  await expect.poll(width).toBe(86);
  const reached: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName ?? ""));
  }
  expect(reached, "every Tab reaches something").not.toContain("BODY");
  expect(reached.slice(1, 3)).toEqual(["Docket, dashboard", "Keep the sidebar open"]);
});

test("the sidebar has the entry of the page in sight below the brand, and one's own work without scrolling; a queue scrolls in its parts alone", async ({ visit }) => {
  const { page, desk } = await visit({ as: "ADMIN" });
  const sidebar = page.getByRole("complementary").first();
  const inSight = (name: string) => expect(sidebar.getByRole("link", { name }), name).toBeInViewport({ ratio: 1 });
  await page.goto("/jobs/failed");
  await settled(page);
  for (const name of ["Failed jobs", "Docket, dashboard"]) await inSight(name);
  await page.goto("/tags");
  await settled(page);
  for (const height of [700, 500, 400]) {
    await page.setViewportSize({ width: 1440, height });
    for (const name of ["Organisation tags", "My work", "Items put off", "Docket, dashboard"]) await inSight(name);
  }
  await desk.open();
  await settled(page);
  expect(await page.getByRole("main").evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});

test("below 1200 it is a drawer, opened from a button", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR", browser: { viewport: { width: 1199, height: 800 } } });
  await page.goto("/");
  const drawer = page.getByRole("dialog", { name: "Main navigation" });
  const open = page.getByRole("button", { name: "Open the menu" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toHaveCount(0);

  await open.click();
  await expect(drawer.getByRole("link", { name: "Moderate reviews" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await drawer.getByRole("link", { name: "Moderate reviews" }).click();
  await expect(page).toHaveURL(/\/reviews\/moderate/);
  await expect(drawer).toHaveCount(0);
  // on a phone, what lies within a list has the arrow in its place
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/reviews/moderate");
  await page.getByRole("list", { name: "Items" }).getByRole("link").first().click();
  await expect(open).toHaveCount(0);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await open.click();
  await expect(drawer.getByRole("link", { name: "Moderate reviews" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(async () => (await box(page.getByRole("complementary").first())).width).toBe(280);
});

test("font sizes grow on very wide screens until that is switched off; theme and direction stay, over reloads and in other tabs", async ({ visit }) => {
  const { page, tab } = await visit({ as: "MODERATOR" });
  const root = page.locator("html");
  const heading = page.locator("h1"); // also below an open dialog, where it has no role
  const sizes = () =>
    Promise.all([root, page.locator("body"), heading].map((part) => part.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))));
  await page.goto("/");
  await expect(heading).toBeVisible();
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect(root).toHaveAttribute("dir", "ltr");
  expect(await sizes()).toEqual([16, 13, 20]);
  await page.setViewportSize({ width: 1535, height: 900 });
  await settled(page);
  expect(await sizes()).toEqual([16, 13, 20]);
  await page.setViewportSize({ width: 1536, height: 900 }); // spec, section 9: the breakpoint xl
  await expect.poll(sizes).toEqual([17, 13.8125, 21.25]);

  await page.getByRole("button", { name: "account menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  const responsive = page.getByRole("checkbox", { name: "Responsive font sizes" });
  await expect(responsive).toBeChecked();
  await responsive.uncheck();
  await expect.poll(sizes).toEqual([16, 13, 20]);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Right to left" }).check({ force: true });
  await expect(root).toHaveAttribute("data-theme", "dark");
  const kept = await page.evaluate(() => localStorage.getItem("settings"));
  expect(JSON.parse(kept ?? "")).toEqual({ direction: "rtl", theme: "dark", responsiveFontSizes: false, singleKeys: true, allOfTickets: false });

  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(root).toHaveAttribute("dir", "rtl");
  await expect(heading).toBeVisible();
  expect(await sizes()).toEqual([16, 13, 20]);
  const other = await tab();
  await other.goto("/reviews/moderate");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("Back and Forward lead to where a page was left, a link to the beginning of another", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const main = page.getByRole("main");
  const place = () => main.evaluate((element) => Math.round(element.scrollTop));
  await page.goto("/reviews/classic");
  await expect(main.getByRole("row").nth(20)).toBeVisible();
  await settled(page);
  await main.evaluate((element) => element.scrollTo(0, 420));
  await main.getByRole("row").nth(14).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/review\/\d+$/);
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect(main.getByRole("row").nth(20)).toBeVisible();
  await expect.poll(place).toBe(420);
  await page.goForward();
  await expect(page).toHaveURL(/\/review\/\d+$/);
  await expect.poll(place).toBe(0);
});
