import { failing, openByKeyboard, openByMouse } from "./support/dialogs";
import { expect, test } from "./support/test";

const TITLE = "Create a new company listing";

test("a company is created by keyboard alone, and by mouse after failures", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", refusals: [500] });
  await page.goto("/groups");
  const heading = page.getByRole("heading", { level: 1 });

  await test.step("by keyboard: bad input is named, and stays", async () => {
    const dialog = await openByKeyboard(page, "Company listing", TITLE);
    const name = dialog.getByRole("textbox", { name: "Company Name" });
    await expect(name).toBeFocused();
    await page.keyboard.type("K");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("You must enter a company name for the new listing.")).toBeVisible();
    await expect(dialog.getByText("You must select a category for the new listing.")).toBeVisible();
    await expect(name).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.type("eyboard Dental");
    await page.keyboard.press("Tab");
    const category = dialog.getByRole("combobox", { name: "Category" });
    await expect(category).toBeFocused();
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Enter"); // a favourite, and not yet chosen
    await expect(dialog.getByRole("option").nth(1)).toContainText("Favourite");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
    await expect(heading).toHaveText("Keyboard Dental");
    await expect(page.getByText("Company listing created successfully.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Audit log" }).getByText("Created.", { exact: true })).toBeVisible();
  });

  await test.step("a list of categories that fails to load says so", async () => {
    await page.goto("/groups");
    const restore = await failing(page, "GET", "**/api/categories");
    const dialog = await openByMouse(page, "Company listing", TITLE);
    await dialog.getByRole("combobox", { name: "Category" }).click();
    await expect(dialog.getByText("The list of categories failed to load")).toBeVisible();
    await restore();
  });

  await test.step("by mouse: after a failure the dialog is closed and opens empty", async () => {
    await page.goto("/groups");
    const dialog = await openByMouse(page, "Company listing", TITLE);
    await dialog.getByRole("textbox", { name: "Company Name" }).fill("Mouse Dental");
    await dialog.getByRole("combobox", { name: "Category" }).click();
    const favourite = dialog.getByRole("group", { name: "Favourites" }).getByRole("option");
    await expect(favourite).toHaveCount(1);
    let restore = await failing(page, "DELETE", "**/api/categories/*/favourite");
    await favourite.getByTitle(/^Unmark/).click();
    await expect(dialog.getByText("stays as it was. Please try again.")).toBeVisible();
    await expect(favourite).toContainText("Favourite");
    await restore();
    await favourite.getByTitle(/^Unmark/).click();
    await expect(favourite).not.toContainText("Favourite");
    await favourite.click();
    restore = await failing(page, "POST", "**/api/company");
    await dialog.getByRole("button", { name: /^Create company/ }).click();
    const popup = page.getByRole("alertdialog", { name: "Error" });
    await expect(popup).toContainText("Unable to create the new company. Please try again.");
    await expect(dialog).toHaveCount(0);
    await popup.getByRole("button", { name: "OK" }).click();
    await restore();
    const again = await openByMouse(page, "Company listing", TITLE);
    await expect(again.getByRole("textbox", { name: "Company Name" })).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(again).toHaveCount(0);
  });
});

test("the page of a company is edited and its log is written, each after a failure that keeps what was typed", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", refusals: [500] });
  let restore = await failing(page, "GET", "**/api/company/2");
  await page.goto("/company/2");
  await expect(page.getByText("Could not load the company.")).toBeVisible();
  await restore();
  restore = await failing(page, "GET", "**/api/audit/company/2*");
  await page.getByRole("button", { name: "Refresh" }).click();
  const log = page.getByRole("region", { name: "Audit log" });
  await expect(log.getByText("Could not load the audit log entries.")).toBeVisible();
  await restore();
  await log.getByRole("button", { name: "Refresh" }).click();
  await expect(log.getByText("Could not load the audit log entries.")).toHaveCount(0);

  await test.step("its facts", async () => {
    await page.getByRole("region", { name: "Company", exact: true }).getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the company" });
    const website = dialog.getByRole("textbox", { name: "Website" });
    await website.fill("no address");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Invalid URL")).toBeVisible();
    await website.fill("https://two.example");
    restore = await failing(page, "PATCH", "**/api/company/2");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Unable to save changes. Please try again.");
    await expect(website).toHaveValue("https://two.example");
    await restore();
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: "https://two.example" })).toBeVisible();
    await expect(log.getByText("Changed: website.")).toBeVisible();
  });

  await test.step("its facts, by keyboard alone", async () => {
    await page.getByRole("region", { name: "Company", exact: true }).getByRole("button", { name: "Edit" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the company" });
    const website = dialog.getByRole("textbox", { name: "Website" });
    const isThere = async () => {
      await page.keyboard.press("Tab");
      return website.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(isThere).toBe(true);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("https://three.example");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: "https://three.example" })).toBeVisible();
  });

  await test.step("its log, by keyboard alone", async () => {
    await log.getByRole("button", { name: "Add an entry" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add an entry to the audit log" });
    const text = dialog.getByRole("textbox", { name: "Log text" });
    await expect(text).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Write what the log should say.")).toBeVisible();
    await page.keyboard.type("They asked by telephone.");
    restore = await failing(page, "POST", "**/api/audit/company/2");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("alert")).toHaveText("An unknown error occurred. Please try again.");
    await expect(text).toHaveValue("They asked by telephone.");
    await restore();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(log.getByText("They asked by telephone.")).toBeVisible();
  });
});
