import { openByKeyboard, openByMouse } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { Source } from "./support/source";
import { expect, test } from "./support/test";

test("a company is edited and has its log written by keyboard alone, and gets a review in a frame of 700 px", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  const company = (await (await Source.start()).company("Keyboard Dental")).id;
  const asked: string[] = [];
  await intercept(page, "https://forms.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Form</title><h1>Your review</h1>" });
  });
  await page.goto(`/company/${company}`);

  const log = page.getByRole("region", { name: "Audit log" });
  await test.step("its facts, by keyboard", async () => {
    await expect(log.getByText(/ created\.$/)).toBeVisible();
    await page.getByRole("region", { name: "Details", exact: true }).getByRole("button", { name: "Edit" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the company" });
    const website = dialog.getByRole("textbox", { name: "Website" });
    const isThere = async () => {
      await page.keyboard.press("Tab");
      return website.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(isThere).toBe(true);
    await page.keyboard.type("https://two.example");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: "https://two.example" })).toBeVisible();
    await expect(log.getByText("Changed: website.")).toBeVisible();
  });

  await test.step("its log, by keyboard", async () => {
    await page.getByRole("link", { name: "Log", exact: true }).press("Enter");
    await log.getByRole("button", { name: "Add an entry" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add an entry to the audit log" });
    await expect(dialog.getByRole("textbox", { name: "Log text" })).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Write what the log should say.")).toBeVisible();
    await page.keyboard.type("They asked by telephone.");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(log.getByText("They asked by telephone.")).toBeVisible();
  });

  await test.step("a review is added manually, here alone", async () => {
    for (const [width, open] of [[1440, openByKeyboard], [390, openByMouse]] as const) {
      await page.setViewportSize({ width, height: 844 });
      const dialog = await open(page, "Review manually", "Create a new review manually");
      await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Your review" })).toBeAttached();
      // once the dialog has grown to its size
      await expect.poll(async () => (await dialog.locator("iframe").boundingBox())?.width).toBeGreaterThanOrEqual(700);
      if (width === 1440) await page.keyboard.press("Escape");
      else await dialog.getByText("Close", { exact: true }).click();
      await expect(dialog).toHaveCount(0);
    }
    expect(asked).toEqual(Array(2).fill(`https://forms.example/new?company=${company}&mode=cms`));
    await page.goto("/groups");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "Company group" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Review manually/ })).toHaveCount(0);
  });
});
