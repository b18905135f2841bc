import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

const LABEL = "Email address or mobile number";

test("a person is checked, added with notes, found again and removed, by keyboard and by mouse", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR", refusals: [422, 500] });
  const address = "blacklist.spec@example.com";
  await page.goto("/blacklist");
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
  await page.keyboard.press("Tab");
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
  await match.getByRole("button", { name: "Remove b…@example.com" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: /^OK/ }).click();
  await expect(page.getByText("Removed from the blacklist")).toBeVisible();
  await expect(row).toHaveCount(0);
});
