import type { Page } from "@playwright/test";

import { intercept } from "./support/intercept";
import { expect, test } from "./support/test";

const FACTS = "The street that it names does not exist.";
const MENU = /\/assets\/account-menu-[^/]+\.js$/;
const HEALTH = /\/healthz$/;

/** Whether the page has been loaded again since it was marked. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => "marked" in window);

test("a menu that failed before the connection came back opens; one that a newer build has replaced loads the page again when it is opened, and what was typed stays", async ({ visit }) => {
  const { page, desk, person } = await visit({ as: "MODERATOR", refusals: [404, 503] });
  const menu = page.getByRole("button", { name: `${person.name}, account menu` });
  const signOut = page.getByRole("menuitem", { name: "Sign Out" });

  await test.step("without loading the page again", async () => {
    await desk.open();
    await mark(page);
    let failing = true;
    await intercept(page, MENU, (route) => (failing ? route.fulfill({ status: 503 }) : route.continue()));
    await intercept(page, HEALTH, (route) => {
      failing = false;
      return route.continue();
    });
    await menu.click();
    await expect(signOut).toBeVisible();
    expect(failing).toBe(false);
    expect(await marked(page)).toBe(true);
    await page.unroute(MENU);
    await page.unroute(HEALTH);
  });

  await test.step("not before it is opened", async () => {
    await desk.open();
    await desk.takeNext();
    await page.keyboard.press("r");
    await desk.facts.fill(FACTS);
    await mark(page);
    let asked = 0;
    await intercept(page, MENU, (route) => {
      asked += 1;
      return route.fulfill({ status: 404 });
    });
    await menu.hover();
    await expect.poll(() => asked).toBe(1);
    expect(await marked(page)).toBe(true);
    await menu.click();
    await page.waitForFunction(() => !("marked" in window)); // it outlives that the page is loaded, as evaluate does not
    await expect(desk.facts).toHaveValue(FACTS);

    await page.unroute(MENU);
    await menu.click();
    await expect(signOut).toBeVisible();
  });
});
