import { expect, type Locator, type Page } from "@playwright/test";

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

/** Answers the question that is asked before something is removed. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole("alertdialog").locator("button[type=submit]").click();
}
