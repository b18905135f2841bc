import type { Page } from "@playwright/test";

import { findingsIn, keptTheme, THEMES } from "./support/looks";
import { expect, test } from "./support/test";

for (const theme of THEMES) {
  const kept = keptTheme(theme);
  const findings = (page: Page) => findingsIn(theme, page);

  test(`axe finds nothing in the sheet of keys, ${theme}`, async ({ visit }) => {
    const { page } = await visit({ as: "ADMIN", kept });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test(`axe finds nothing in the states of an item, ${theme}`, async ({ visit }) => {
    const { page, desk } = await visit({ as: "MODERATOR", kept });
    await desk.open();
    const taskId = await desk.takeNext();
    expect(await findings(page), "mine").toEqual([]);

    const second = await visit({ as: "MODERATOR", kept });
    await second.desk.open(`/reviews/moderate?item=${taskId}`);
    await expect(second.desk.item.getByText(/^Held by/)).toBeVisible();
    expect(await findings(second.page), "held by another").toEqual([]);

    await page.keyboard.press("r");
    await expect(desk.facts).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("This field is required")).toBeVisible();
    expect(await findings(page), "a form with errors").toEqual([]);

    await page.goto("/reviews/moderate?q=no-such-words-anywhere");
    await expect(page.getByText("No item matches these filters")).toBeVisible();
    expect(await findings(page), "nothing matches").toEqual([]);
  });
}
