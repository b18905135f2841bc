import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { built, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
type Theme = "light" | "dark";

/** What axe finds on the page as it is now, in a form that names the place. A theme changes colours, and nothing else. */
async function findingsIn(theme: Theme, page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (theme === "light" ? axe.withTags(RULES) : axe.withRules("color-contrast")).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

for (const theme of ["light", "dark"] satisfies Theme[]) {
  const kept = { settings: JSON.stringify({ theme }) };
  const findings = (page: Page) => findingsIn(theme, page);

  test(`axe finds nothing on any page, ${theme}`, async ({ visit }) => {
    test.setTimeout(120_000);
    const visitor = await visit({ kept });
    await visitor.page.goto("/login");
    await expect(visitor.page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(await findings(visitor.page), "/login").toEqual([]);

    const { page } = await visit({ as: "ADMIN", kept });
    for (const address of built) {
      await openPage(page, address);
      expect(await findings(page), address).toEqual([]);
    }
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await findings(page), "the sheet of keys").toEqual([]);
  });

  test(`axe finds nothing in the states of an item, ${theme}`, async ({ visit }) => {
    const { page, desk } = await visit({ as: "MODERATOR", kept });
    await desk.open();
    const taskId = await desk.takeNext();
    expect(await findings(page), "mine").toEqual([]);

    const second = await visit({ as: "MODERATOR", kept });
    await second.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(second.page.getByText(/^Held by/)).toBeVisible();
    expect(await findings(second.page), "held by another").toEqual([]);

    await page.keyboard.press("r");
    await expect(desk.facts).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Fill this in")).toBeVisible();
    expect(await findings(page), "a form with errors").toEqual([]);

    await page.goto("/reviews/moderate?q=no-such-words-anywhere");
    await expect(page.getByText("No item matches these filters")).toBeVisible();
    expect(await findings(page), "nothing matches").toEqual([]);
  });
}
