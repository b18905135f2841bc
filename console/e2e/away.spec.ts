import { expect, test } from "./support/test";

const FACTS = "The street that it names does not exist.";

test("what is opened while the server is away comes when it is back, and what was typed stays", async ({ visit }) => {
  const { page, desk, person } = await visit({ as: "MODERATOR", unanswered: true });
  await desk.open();
  await desk.takeNext();
  await page.keyboard.press("r");
  await desk.facts.fill(FACTS);

  await page.context().setOffline(true);
  await page.getByRole("button", { name: `${person.name}, account menu` }).click();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toHaveCount(0);
  await expect(desk.facts).toHaveValue(FACTS);

  await page.context().setOffline(false);
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(desk.facts).toHaveValue(FACTS);
});
