import { confirm, confirmByKeyboard, failing } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

const LABEL = "Email address or mobile number";

test("a person is checked, added with notes, found again and removed, by keyboard and by mouse", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR", refusals: [422, 500] });
  const address = "blacklist.spec@example.com";
  let restore = await failing(page, "GET", "**/api/blacklist?*");
  await page.goto("/blacklist");
  await expect(page.getByRole("alert")).toContainText(/Could not load the blacklist\.\s*Please refresh the page\./);
  await restore();
  await page.getByRole("button", { name: "Refresh the page" }).click();
  const input = page.getByLabel(LABEL);

  // by keyboard alone
  await input.focus();
  await page.keyboard.type("nobody");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Missing input You must enter a valid email address or mobile number.");
  await expect(input).toBeFocused();
  await input.press("ControlOrMeta+a");
  await page.keyboard.type(address);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Not on the blacklist" })).toBeFocused();
  restore = await failing(page, "POST", "**/api/blacklist");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
  await restore();
  await page.getByRole("button", { name: "Add", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Notes (optional)" })).toBeFocused();
  await expect(page.getByText("This person has no open review.")).toBeVisible();
  await page.keyboard.type("Three false reviews.");
  await page.keyboard.press("Control+Enter");
  await expect(input).toBeFocused();
  const row = page.getByRole("table", { name: "Blacklist" }).getByRole("row").filter({ hasText: "Three false reviews." });
  await expect(row).toContainText("b…@example.com");

  // by mouse, written in another way; the first try fails
  await intercept(page, "**/api/blacklist/check", (route) => route.fulfill({ status: 500, json: { code: "x", message: "x" } }));
  await input.fill(address.toUpperCase());
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
  await page.unroute("**/api/blacklist/check");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const match = page.getByRole("region", { name: "On the blacklist" });
  await expect(match).toContainText("Three false reviews.");

  // its notes are changed, by keyboard and by mouse
  const notes = page.getByRole("dialog", { name: "Edit the notes of b…@example.com" });
  await row.getByRole("button", { name: "Edit the notes of b…@example.com" }).focus();
  await page.keyboard.press("Enter");
  const text = notes.getByRole("textbox", { name: "Notes" });
  await expect(text).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" They have stopped.");
  restore = await failing(page, "PATCH", "**/api/blacklist/*");
  await page.keyboard.press("Control+Enter");
  await expect(notes.getByRole("alert")).toHaveText("Unable to save changes. Please try again.");
  await expect(text).toHaveValue("Three false reviews. They have stopped.");
  await restore();
  await notes.getByRole("button", { name: /^Save/ }).click();
  await expect(notes).toHaveCount(0);
  await expect(row).toContainText("They have stopped.");

  restore = await failing(page, "DELETE", "**/api/blacklist/*");
  await match.getByRole("button", { name: "Remove b…@example.com" }).click();
  await confirm(page);
  await expect(page.getByRole("alertdialog").getByText("An unknown error occurred. Please try again.")).toBeVisible();
  await restore();
  await confirmByKeyboard(page);
  await expect(page.getByText("Removed from the blacklist")).toBeVisible();
  await expect(row).toHaveCount(0);
});
