import type { Locator } from "@playwright/test";

import { expect, test } from "./support/test";

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error("It is not to be seen.");
  return found;
}

test.describe("the frame has the specification's measures", () => {
  test("header 90, sidebar 280, add button 40 from both edges", async ({ visit }) => {
    const { page } = await visit({ as: "HEAD_MODERATOR" });
    await page.goto("/");
    expect((await box(page.getByRole("banner"))).height).toBe(90);
    expect((await box(page.getByRole("complementary").first())).width).toBe(280);
    const add = await box(page.getByRole("button", { name: "Create" }));
    expect([1440 - add.x - add.width, 900 - add.y - add.height]).toEqual([40, 40]);
  });

  test("folded it is a rail of 86 that opens under the hand, above a page that stays", async ({ visit }) => {
    const { page } = await visit({ as: "MODERATOR" });
    await page.goto("/");
    const sidebar = page.getByRole("complementary").first();
    const main = page.getByRole("main");
    const width = async () => (await box(sidebar)).width;
    await page.getByRole("button", { name: "Collapse the sidebar" }).click();
    await page.mouse.move(900, 500);
    await page.getByRole("button", { name: "account menu" }).focus();
    await expect.poll(width).toBe(86);
    const place = await box(main);
    expect(place.x).toBe(86);

    await page.mouse.move(40, 400);
    await expect.poll(width).toBe(280);
    await expect(sidebar.getByText("Queued to publish")).toBeVisible();
    expect(await box(main)).toEqual(place);

    await page.mouse.move(900, 500);
    await expect.poll(width).toBe(86);
    await page.reload();
    await expect.poll(width).toBe(86);
  });

  test("below 1200 it is a drawer, opened from a button", async ({ visit }) => {
    const { page } = await visit({ as: "MODERATOR", browser: { viewport: { width: 1199, height: 800 } } });
    await page.goto("/");
    const drawer = page.getByRole("dialog", { name: "Main navigation" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toHaveCount(0);

    await page.getByRole("button", { name: "Open the menu" }).click();
    await expect(drawer.getByRole("link", { name: "Moderate reviews" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Open the menu" })).toBeFocused();

    await page.getByRole("button", { name: "Open the menu" }).click();
    await drawer.getByRole("link", { name: "Moderate reviews" }).click();
    await expect(page).toHaveURL(/\/reviews\/moderate/);
    await expect(drawer).toHaveCount(0);
    // on a phone, beside the arrow of what lies within a list
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/reviews/moderate");
    await page.getByRole("list", { name: "Items" }).getByRole("link").first().click();
    await expect(page.getByRole("link", { name: "Back to the list" })).toBeVisible();
    await page.getByRole("button", { name: "Open the menu" }).click();
    await expect(drawer.getByRole("link", { name: "Moderate reviews" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1200, height: 800 });
    expect((await box(page.getByRole("complementary").first())).width).toBe(280);
  });
});

test("on the folded rail every Tab reaches something", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  await page.getByRole("button", { name: "Collapse the sidebar" }).click();
  await page.mouse.move(900, 500);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(async () => (await box(page.getByRole("complementary").first())).width).toBe(86);
  const reached: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName ?? ""));
  }
  expect(reached).not.toContain("BODY");
  expect(reached.slice(1, 3)).toEqual(["Docket, dashboard", "Keep the sidebar open"]);
});

test("an address that leads nowhere is the 404 page, and so is an id that is no number", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  for (const address of ["/no/such/page", "/reviews/not-a-number", "/tickets/12x"]) {
    await page.goto(address);
    await expect(page.getByText("Error 404")).toBeVisible();
    await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
    await expect(page.getByText(address, { exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL("/");
});

test("the error page has the specification's words", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  await page.goto("/error");
  await expect(page.getByRole("heading", { name: "That's an error! Don't Panic!" })).toBeVisible();
  await expect(
    page.getByText(
      "This probably just means we didn't quite test this section properly before launch. Please inform the tech team of this issue, along with a description of what you were trying to do.",
    ),
  ).toBeVisible();
});

test("theme and direction are chosen once and stay, over reloads and in other tabs", async ({ visit }) => {
  const { page, tab } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect(root).toHaveAttribute("dir", "ltr");

  await page.getByRole("button", { name: "account menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Right to left" }).check({ force: true });
  await expect(root).toHaveAttribute("data-theme", "dark");
  const kept = await page.evaluate(() => localStorage.getItem("settings"));
  expect(JSON.parse(kept ?? "")).toEqual({ direction: "rtl", theme: "dark", responsiveFontSizes: true, singleKeys: true });

  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(root).toHaveAttribute("dir", "rtl");
  const other = await tab();
  await other.goto("/reviews/moderate");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("font sizes grow on very wide screens, in everything, until that is switched off", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  const heading = page.locator("h1"); // also below an open dialog, where it has no role
  await expect(heading).toBeVisible();
  const sizes = () =>
    Promise.all(
      [page.locator("html"), page.locator("body"), heading].map((part) =>
        part.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
      ),
    );
  expect(await sizes()).toEqual([16, 13, 20]);
  await page.setViewportSize({ width: 1535, height: 900 });
  expect(await sizes()).toEqual([16, 13, 20]);
  await page.setViewportSize({ width: 1536, height: 900 }); // spec, section 9: the breakpoint xl
  expect(await sizes()).toEqual([17, 13.8125, 21.25]);

  await page.getByRole("button", { name: "account menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  const responsive = page.getByRole("checkbox", { name: "Responsive font sizes" });
  await expect(responsive).toBeChecked();
  await responsive.uncheck();
  expect(await sizes()).toEqual([16, 13, 20]);
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await sizes()).toEqual([16, 13, 20]);
});

test("right to left the list stands at the right, and a review reads in its own direction", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR", kept: { settings: JSON.stringify({ direction: "rtl" }) } });
  await page.goto("/reviews/moderate");
  const list = await box(page.getByRole("region", { name: "Items" }));
  const item = await box(page.getByRole("article", { name: "Open item" }));
  expect(list.x).toBeGreaterThan(item.x);
  expect((await box(page.getByRole("complementary").first())).x).toBe(1440 - 280);
  expect((await box(page.getByRole("button", { name: "Create" }))).x).toBe(40);
  await expect(page.getByRole("article").locator(".prose p").first()).toHaveCSS("direction", "ltr");
});

test("Back and Forward lead to where a page was left, a link to the beginning of another", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const main = page.getByRole("main");
  const place = () => main.evaluate((element) => Math.round(element.scrollTop));
  await page.goto("/reviews/classic");
  await expect(main.getByRole("row").nth(20)).toBeVisible();
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
