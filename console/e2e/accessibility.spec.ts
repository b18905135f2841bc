import type { Page } from "@playwright/test";

import { openByMouse } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { findingsIn, findingsInAllThemes, keptTheme, overflow, THEMES, WIDTHS } from "./support/looks";
import { openPage } from "./support/pages";
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

/** Nothing sticks out, and axe finds nothing in either theme. */
async function judge(page: Page, what: string): Promise<void> {
  expect(await overflow(page), what).toEqual([]);
  expect(await findingsInAllThemes(page), what).toEqual([]);
}

// the entries of the add button on the page of a company
const ENTRIES = ["Company listing", "User account", "Company group", "Review manually"];

for (const name of ["desk", "phone"] as const) {
  test(`axe finds nothing in what comes before the desk, at the width of a ${name}`, async ({ visit }) => {
    const { page } = await visit({ browser: { viewport: WIDTHS[name] } });
    for (const address of ["/login#set=abc-DEF_1", "/login#stop=9.due_soon~aB-_1"]) {
      await page.goto("about:blank"); // another fragment alone opens no page
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await judge(page, address);
    }
    for (const button of ["Forgotten password?", "Create an account"]) {
      await page.goto("/login");
      await page.getByRole("button", { name: button }).click();
      await judge(page, button);
    }
    await page.getByLabel("Name").fill("Ada King");
    await page.getByLabel("Email address").fill(`ada.king@${name}.example`);
    await page.getByLabel("Password", { exact: true }).fill("Correct-horse-1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
    await judge(page, "the welcome");
  });

  test(`axe finds nothing in the dialogs of the add button, at the width of a ${name}`, async ({ visit }) => {
    const { page } = await visit({ as: "ADMIN", browser: { viewport: WIDTHS[name] } });
    await intercept(page, "https://forms.example/**", (route) => route.fulfill({ contentType: "text/html", body: "<p>The form</p>" }));
    for (const entry of ENTRIES) {
      await openPage(page, "/company/1");
      await expect(await openByMouse(page, entry, /./)).toBeVisible();
      await judge(page, entry);
    }
  });
}
