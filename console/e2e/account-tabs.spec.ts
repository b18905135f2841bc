import { confirm, failing } from "./support/dialogs";
import { expect, test } from "./support/test";

const TABS = ["Basic Information", "Password", "Notifications", "Two factor authentication", "Associations", "API keys", "Delete account"];

// one pixel
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PICTURE = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };

test("each tab of an account is reached by arrows, and says what failed", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", refusals: [500] });
  const account = { first_name: "Tab", last_name: "Tester", email_address: "tab.tester@accounts.example", access_level: "USER", send_details: true };
  const { id } = await api.ask<{ id: number }>("POST", "/user", account);
  let restore = await failing(page, "GET", `**/api/user/${id}`);
  await page.goto(`/accounts/${id}`);
  await expect(page.getByText("Could not load the user profile.")).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Refresh the page" }).click();

  await test.step("the picture, by keyboard and by mouse", async () => {
    restore = await failing(page, "PUT", `**/api/user/${id}/avatar`);
    let asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).focus();
    await page.keyboard.press("Enter");
    await (await asked).setFiles(PICTURE);
    await expect(page.getByText("The picture was not changed. Please try again.")).toBeVisible();
    await restore();
    asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await (await asked).setFiles(PICTURE);
    await expect(page.getByText("Picture saved")).toBeVisible();
    restore = await failing(page, "DELETE", `**/api/user/${id}/avatar`);
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page.getByText("The picture was not changed. Please try again.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Remove it" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  });

  await test.step("the rights, by keyboard alone", async () => {
    const rights = page.getByRole("form", { name: "Access" });
    await expect(rights.getByRole("option", { name: "Analyst" })).toBeAttached();
    await rights.getByRole("combobox").focus();
    await page.keyboard.type("Analyst");
    await rights.getByRole("checkbox", { name: "Search" }).focus();
    await page.keyboard.press("Space");
    restore = await failing(page, "PATCH", `**/api/user/${id}`);
    await page.keyboard.press("Enter");
    await expect(rights.getByRole("alert")).toHaveText("An error occurred. The user account was not updated.");
    await expect(rights.getByRole("checkbox", { name: "Search" })).toBeChecked();
    await restore();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Audit log" }).getByText("Level: Standard User to Analyst.")).toBeVisible();
  });

  await test.step("the password", async () => {
    await page.getByRole("tab", { name: "Password" }).click();
    const [fresh, again] = [page.getByLabel("New password"), page.getByLabel("Confirm password")];
    await fresh.fill("Correct-horse-1");
    await again.fill("Correct-horse-2");
    await page.keyboard.press("Enter");
    await expect(page.getByText("The two passwords differ.")).toBeVisible();
    await again.fill("Correct-horse-1");
    restore = await failing(page, "PUT", `**/api/user/${id}/password`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("An error occurred. The password was not updated.");
    await expect(fresh).toHaveValue("Correct-horse-1");
    await restore();
    await again.press("Enter");
    await expect(page.getByText("Password changed")).toBeVisible();
  });

  await test.step("notifications", async () => {
    await page.getByRole("tab", { name: "Notifications" }).click();
    restore = await failing(page, "PUT", `**/api/user/${id}/notifications`);
    const assigned = page.getByRole("checkbox", { name: /^Assigned to me/ });
    await assigned.click();
    await expect(page.getByText("An error occurred. The notification preferences were not updated.")).toBeVisible();
    await expect(assigned).not.toBeChecked();
    await restore();
    await assigned.click();
    await expect(page.getByText("Notifications saved")).toBeVisible();
    await expect(assigned).toBeChecked();
  });

  await test.step("associations", async () => {
    restore = await failing(page, "GET", `**/api/user/${id}/associations*`);
    await page.getByRole("tab", { name: "Associations" }).click();
    await expect(page.getByText("Could not load the associations.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Refresh the page" }).click();
    await page.getByRole("button", { name: "Add company" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a company to Tab Tester" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Choose a company.")).toBeVisible();
    await dialog.getByRole("combobox").focus();
    await page.keyboard.type("1");
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
    restore = await failing(page, "PUT", `**/api/user/${id}/associations/*`);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Unable to save changes. Please try again.");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    restore = await failing(page, "DELETE", `**/api/user/${id}/associations/*`);
    await page.getByRole("table", { name: "Companies" }).getByRole("button", { name: /^Remove/ }).click();
    await confirm(page);
    await expect(page.getByText("Unable to save changes. Please try again.")).toBeVisible();
    await restore();
    await confirm(page);
    await expect(page.getByText("This account belongs to no company")).toBeVisible();
  });

  await test.step("API keys", async () => {
    restore = await failing(page, "GET", `**/api/user/${id}/keys`);
    await page.getByRole("tab", { name: "API keys" }).click();
    await expect(page.getByText("Could not load the API keys.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Refresh the page" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an API key" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Door");
    await dialog.getByRole("checkbox", { name: /^restrict/ }).check();
    restore = await failing(page, "POST", `**/api/user/${id}/keys`);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("The key was not created. Please try again.");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Door");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog", { name: "The new key" })).toBeVisible();
    await page.keyboard.press("Escape");
    restore = await failing(page, "DELETE", `**/api/user/${id}/keys/*`);
    await page.getByRole("button", { name: "Revoke Door" }).click();
    await confirm(page);
    await expect(page.getByText("The key was not revoked. Please try again.")).toBeVisible();
    await restore();
    await confirm(page);
    await expect(page.getByText("This account has no API keys")).toBeVisible();
  });

  await test.step("by keyboard", async () => {
    await page.getByRole("tab", { selected: true }).focus();
    await page.keyboard.press("Home");
    for (const [place, name] of TABS.entries()) {
      if (place) await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("tab", { name, selected: true })).toBeFocused();
      await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    }
    await page.keyboard.press("Home");
    await expect(page.getByRole("tab", { name: TABS[0], selected: true })).toBeFocused();
  });

  await test.step("the deletion", async () => {
    await page.getByRole("tab", { name: "Delete account" }).click();
    await page.getByRole("checkbox", { name: "I understand that this account cannot be restored" }).check();
    restore = await failing(page, "DELETE", `**/api/user/${id}`);
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("An error occurred. The user account was not deleted.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Delete account" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/accounts$/);
  });
});
