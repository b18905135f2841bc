import { expect, type Locator, type Page } from "@playwright/test";

import { intercept } from "./intercept";

/** What a server that fails answers. */
const broken = { status: 500, json: { code: "x", message: "x" } };

/** Lets calls of one kind fail until the function that comes back is called. */
export async function failing(page: Page, method: string, address: string): Promise<() => Promise<void>> {
  await intercept(page, address, (route) => (route.request().method() === method ? route.fulfill(broken) : route.fallback()));
  return () => page.unroute(address);
}

/** Opens a dialog from the add button, by keyboard alone. */
export async function openByKeyboard(page: Page, entry: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: "Create", exact: true }).focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry });
  await expect(item).toBeVisible();
  // down to the entry; the menu is focused a moment after it is shown
  const isThere = async () => {
    await page.keyboard.press("ArrowDown");
    return item.evaluate((element) => element === document.activeElement);
  };
  await expect.poll(isThere).toBe(true);
  await page.keyboard.press("Enter");
  return page.getByRole("dialog", { name: title });
}

/** Opens a dialog from the add button, by mouse. */
export async function openByMouse(page: Page, entry: string, title: string | RegExp): Promise<Locator> {
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return page.getByRole("dialog", { name: title });
}

/** Deletes a thing from the card that says what goes with it, by keyboard alone. */
export async function deleteByKeyboard(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Delete" }).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await confirmByKeyboard(page);
}

/** The same as `confirm`, by keyboard alone. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  const ok = page.getByRole("alertdialog").locator("button[type=submit]");
  await expect(ok).toBeVisible();
  const isThere = async () => {
    if (await ok.evaluate((element) => element === document.activeElement)) return true;
    await page.keyboard.press("Tab");
    return false;
  };
  await expect.poll(isThere).toBe(true);
  await page.keyboard.press("Enter");
}

/** Answers the question that is asked before something is removed. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole("alertdialog").locator("button[type=submit]").click();
}
