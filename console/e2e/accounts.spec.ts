import type { Page } from "@playwright/test";

import { confirm, openByKeyboard } from "./support/dialogs";
import { expect, test } from "./support/test";
import { unheardOf } from "./support/words";

// one pixel
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PICTURE = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };

/** Fills in the form of a new account by keyboard. No mail server is set, so the link is shown; returns it. */
async function create(page: Page): Promise<string> {
  const dialog = await openByKeyboard(page, "User account", "Create a new user account");
  const first = dialog.getByRole("textbox", { name: "First name" });
  await expect(first).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Enter a first name.")).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.type("Mo");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Use");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`mo.use-${unheardOf()}@accounts.example`);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("combobox", { name: "Access level" })).toBeFocused();
  await expect(dialog.getByRole("option", { name: "Standard User" })).toBeAttached();
  await page.keyboard.type("Standard");
  await expect(dialog.getByRole("combobox", { name: "Access level" })).toHaveValue("USER");
  await dialog.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  const link = page.getByRole("dialog", { name: "Link to set the password" });
  await expect(link.getByRole("textbox")).toHaveValue(/\/login#set=/);
  const address = await link.getByRole("textbox").inputValue();
  await link.getByText("Close", { exact: true }).last().click();
  return new URL(address).hash;
}

test("an account is created by keyboard alone, signs in by its link, gets a picture and a company, and is erased", async ({ visit }) => {
  const { page, desk } = await visit({ as: "ADMIN", refusals: [404] });
  await page.goto("/accounts");
  const hash = await create(page);
  await expect(page.getByRole("heading", { level: 1, name: "Mo Use" })).toBeVisible();
  const address = page.url();

  await test.step("the link sets the password, and signs in", async () => {
    const { page: theirs } = await visit({ refusals: [401] }); // the page is still open when the account is erased
    await theirs.goto(`/login${hash}`);
    await expect(theirs.getByLabel("New password")).toBeFocused();
    await theirs.keyboard.type("Correct-horse-1");
    await theirs.getByLabel("Confirm password").focus();
    await theirs.keyboard.type("Correct-horse-1");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  });

  await test.step("the profile is stored as the country writes it, and the picture comes from a file", async () => {
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByRole("textbox", { name: "Mobile phone" }).fill("07400 123 456");
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(profile.getByRole("textbox", { name: "Mobile phone" })).toHaveValue("+44 7400 123456");
    const asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).focus();
    await page.keyboard.press("Enter");
    await (await asked).setFiles(PICTURE);
    await desk.says("Picture saved");
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  });

  await test.step("it gets a company, and loses it", async () => {
    await page.getByRole("tab", { name: "Associations" }).click();
    await page.getByRole("button", { name: "Add company" }).click();
    const adding = page.getByRole("dialog", { name: "Add a company to Mo Use" });
    await expect(adding.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("1");
    await expect(adding.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(adding.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
    await expect(adding).toHaveCount(0);
    await page.getByRole("table", { name: "Companies" }).getByRole("button", { name: /^Remove/ }).click();
    await confirm(page);
    await expect(page.getByText("This account belongs to no company")).toBeVisible();
  });

  await test.step("it is erased once that is confirmed; its page is gone", async () => {
    await page.getByRole("tab", { name: "Delete account" }).click();
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("Tick the confirmation first.")).toBeVisible();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page).toHaveURL(/\/accounts$/);
    await page.goto(address);
    await expect(page.getByText(/^There is no user account \d+$/)).toBeVisible();
  });
});
