import { findings, WIDTHS } from "./support/looks";
import { expect, test } from "./support/test";

test("axe finds nothing in the palette, which fills the screen on a phone", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox");

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(await findings(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

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
