import type { Page } from "@playwright/test";

import { settled, shiftsOf, watchArrivals } from "./support/arrivals";
import { openByMouse } from "./support/dialogs";
import { intercept } from "./support/intercept";
import { findings, overflow, WIDTHS } from "./support/looks";
import { openPage } from "./support/pages";
import { expect, test } from "./support/test";

const MOST_SHIFT = 0.02;

test("axe finds nothing in the states of an item and in the sheet of keys, which does not move for who has asked for that", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  const second = await visit({ as: "MODERATOR" });
  await desk.open();
  const taskId = await desk.takeNext();
  expect(await findings(page), "mine").toEqual([]);

  await second.desk.open(`/reviews/moderate?item=${taskId}`);
  await expect(second.desk.item.getByText(/^Held by/)).toBeVisible();
  expect(await findings(second.page), "held by another").toEqual([]);

  await page.keyboard.press("r");
  await expect(desk.facts).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("This field is required").first()).toBeVisible();
  expect(await findings(page), "a form with errors").toEqual([]);

  await second.page.goto("/reviews/moderate?q=no-such-words-anywhere");
  await expect(second.page.getByText("No item matches these filters")).toBeVisible();
  expect(await findings(second.page), "nothing matches").toEqual([]);

  await second.page.emulateMedia({ reducedMotion: "reduce" });
  await second.page.keyboard.press("?");
  const keys = second.page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  expect(await keys.evaluate((element) => getComputedStyle(element).animationDuration)).toMatch(/^0(ms|s)$/);
  expect(await findings(second.page), "the sheet of keys").toEqual([]);
});

/** On a desk and on a phone nothing sticks out, and axe finds nothing in either theme. */
async function judge(page: Page, what: string): Promise<void> {
  for (const size of [WIDTHS.phone, WIDTHS.desk]) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await overflow(page), `${what} in ${size.width} px`).toEqual([]);
    expect(await findings(page), `${what} in ${size.width} px`).toEqual([]);
  }
}

test("axe finds nothing in what comes before the desk", async ({ visit }) => {
  const { page } = await visit({ refusals: [409] }); // the link that sets a password has ended
  await watchArrivals(page);
  for (const address of ["/login", "/login#set=abc-DEF_1", "/login#stop=9.due_soon~aB-_1"]) {
    await page.goto("about:blank"); // another fragment alone opens no page
    await openPage(page, address);
    await settled(page);
    const { all, by } = await shiftsOf(page);
    expect(all, by).toBeLessThan(MOST_SHIFT);
    await judge(page, address);
  }
  for (const button of ["Forgotten password?", "Create an account"]) {
    await page.goto("/login");
    await page.getByRole("button", { name: button }).click();
    await judge(page, button);
  }
  await page.getByLabel("Name").fill("Ada King");
  await page.getByLabel("Email address").fill("ada.king@docket.example");
  await page.getByLabel("Password", { exact: true }).fill("Correct-horse-1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
  await judge(page, "the welcome");
});

// the entries of the add button on the page of a company
const ENTRIES = ["Company listing", "User account", "Company group", "Review manually"];

test("axe finds nothing in the dialogs of the add button", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await intercept(page, "https://forms.example/**", (route) => route.fulfill({ contentType: "text/html", body: "<p>The form</p>" }));
  await openPage(page, "/company/1");
  for (const entry of ENTRIES) {
    const dialog = await openByMouse(page, entry, /./);
    await expect(dialog).toBeVisible();
    await judge(page, entry);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});
