import { expect, test } from "./support/test";

test("a company is found while its name is typed, and by a name with a mistake on the page of results", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR" });
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Search/ })).toBeVisible();
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Search" });
  await box.fill("ferrym");
  const found = page.getByRole("option", { name: /^The Ferryman’s Table/ });
  await expect(found).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/company\/\d+\?found=ferryman$/);
  await expect(page.getByRole("heading", { level: 1, name: "The Ferryman’s Table" })).toBeVisible();
  // the browser draws the marks; the page's text stays as it is
  await expect.poll(() => page.evaluate(() => CSS.highlights.get("found")?.size ?? 0)).toBeGreaterThan(0);
  const company = new URL(page.url()).pathname;

  await page.keyboard.press("/");
  await box.fill("feryman");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/search\?term=feryman&type=everything$/);
  await expect(box).toHaveCount(0);
  const companies = page.getByRole("region", { name: "Companies" });
  await companies.getByRole("link", { name: "The Ferryman’s Table" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(company);
  await page.goBack();
  await expect(companies).toBeVisible();

  // a moderator may not open the accounts of users
  await expect(page.getByRole("link", { name: "WF Reviews" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
});
