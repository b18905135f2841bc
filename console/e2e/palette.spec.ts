import { findings, WIDTHS } from "./support/looks";
import { expect, test } from "./support/test";

test("by the palette alone: to a queue, an item taken and passed to a form, to a company by its name; on a phone it fills the screen", async ({ visit }) => {
  const { page, desk } = await visit({ as: "HEAD_MODERATOR" });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox");

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(await findings(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.type("moderate rev");
  await expect(palette.getByRole("option", { name: /^Moderate reviews/ })).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reviews\/moderate/);
  await expect(palette).toHaveCount(0);

  await expect(desk.title).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("reject");
  const reject = palette.getByRole("option", { name: /^Reject/ });
  await expect(reject).toBeVisible();
  // names that resemble the word stand above it, when they come
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(reject).toHaveAttribute("data-highlighted", "", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(desk.reason).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(desk.reason).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("ferrym");
  await expect(palette.getByRole("option", { name: /^The Ferryman’s Table/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/company\/\d+\?found=ferryman$/);
  await expect(page.getByRole("heading", { level: 1, name: "The Ferryman’s Table" })).toBeVisible();

  await page.setViewportSize(WIDTHS.phone);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  // it rises while it opens
  await expect.poll(() => palette.boundingBox()).toEqual({ x: 0, y: 0, ...WIDTHS.phone });
  await palette.getByRole("button", { name: "Close" }).click();
  await expect(palette).toHaveCount(0);

  // hints of keys are away on a phone, but the sheet shows what was asked for
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" }).getByText("k", { exact: true }).first()).toBeVisible();
});
