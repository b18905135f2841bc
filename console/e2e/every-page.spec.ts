import type { Page } from "@playwright/test";

import type { Api } from "./support/api";
import { intercept } from "./support/intercept";
import { findingsInAllThemes, keptTheme, overflow, shiftsOf, watchShifts, WIDTHS } from "./support/looks";
import { builtPages, openPage } from "./support/pages";
import { expect, test } from "./support/test";

// What Web Vitals call good. On a quiet machine no page moves by more than 0.02; on a busy one parts come one after the
// other, and at 1024 px, where an item's process stands below its text, they add up: 0.056 was seen.
const MOST_SHIFT = 0.1;
const PAPER = { width: 794, height: 1123 }; // A4 at 96 dpi

/** A review whose story has everything in it: published, asked about, its request declined; its number. */
async function liveThrough(api: Api): Promise<number> {
  const { task_id: taskId } = await api.pick("pending");
  const { subject } = await api.task(taskId);
  const { next } = await api.decide(taskId, "approve");
  if (next) await api.decide(next.task_id, "publish");
  const contact = { name: "Olive Tan of the very long house of Saltmarsh and Thackery", email: "olive@tan.example", role: "Owner" };
  await api.ask("POST", "/restriction-requests", {
    review: subject.id,
    ground: "defamation",
    facts: "Nothing was stolen. ".repeat(12),
    contact,
    good_faith: true,
  });
  return subject.id;
}

/** Nothing sticks out, nothing has jumped. */
async function look(page: Page, what: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await overflow(page), `${what}: wider than the window`).toEqual([]);
  const { all, by } = await shiftsOf(page);
  expect(all, `${what}: ${by}`).toBeLessThan(MOST_SHIFT);
}

/** Data and scripts come later than they would, each by another time: the parts of a page come one after the other. */
async function delayAnswers(page: Page): Promise<void> {
  let asked = 0;
  await intercept(page, /\/api\/|\.js$/, async (route) => {
    await new Promise((go) => setTimeout(go, (++asked * 137) % 400));
    await route.continue();
  });
}

for (const name of ["desk", "tablet", "phone"] as const)
  test(`every page keeps its width, stands still and is without fault for axe, at the width of a ${name}`, async ({ visit }) => {
    const browser = { viewport: WIDTHS[name] };
    const head = await visit({ as: "HEAD_MODERATOR" });
    const reviewId = await liveThrough(head.api);
    const visitor = await visit({ browser });
    const { page } = await visit({ as: "ADMIN", browser });
    const judge = async (judged: Page, address: string) => {
      await look(judged, address);
      // a tablet has nothing that the other two do not have
      if (name !== "tablet") expect(await findingsInAllThemes(judged), address).toEqual([]);
    };
    await watchShifts(visitor.page);
    await watchShifts(page);
    if (name !== "desk") await delayAnswers(page); // what a busy machine does by chance

    await visitor.page.goto("/login");
    await expect(visitor.page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await judge(visitor.page, "/login");
    for (const address of builtPages(reviewId)) {
      await openPage(page, address);
      await judge(page, address);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

test("what opens on a page stays within it on a phone, and closes by Escape", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  await openPage(page, "/reviews/classic");
  for (const name of ["Received", "Columns"]) {
    const chip = page.locator("summary", { hasText: name });
    await chip.click();
    await expect(page.locator("details[open] .disclosure-panel")).toBeInViewport({ ratio: 1 });
    expect(await overflow(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator("details[open]")).toHaveCount(0);
    await expect(chip).toBeFocused();
  }
  await openPage(page, "/team");
  await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
  expect(await overflow(page), "a person's work").toEqual([]);
  await openPage(page, "/");
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await overflow(page), "the menu").toEqual([]);
});

test("at twice its size every page keeps within the window", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", browser: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } });
  for (const address of builtPages(await liveThrough(api))) {
    await openPage(page, address);
    expect(await overflow(page), address).toEqual([]);
  }
});

test("a story on paper is its content alone, on white, within the sheet", async ({ visit }) => {
  const { page, api } = await visit({ as: "HEAD_MODERATOR", kept: keptTheme("dark"), browser: { viewport: PAPER } });
  const reviewId = await liveThrough(api);
  await openPage(page, `/review/${reviewId}`);
  await page.emulateMedia({ media: "print" });
  expect(await overflow(page)).toEqual([]);
  await expect(page.getByRole("heading", { level: 1, name: `Review ${reviewId}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  for (const aside of [page.getByRole("navigation"), page.getByRole("button"), page.getByRole("search")])
    await expect(aside.filter({ visible: true })).toHaveCount(0);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe("rgb(255, 255, 255)");
  const sizes = await page.evaluate(() => ({
    all: document.documentElement.scrollHeight,
    page: document.querySelector(".page")?.getBoundingClientRect().height ?? 0,
  }));
  expect(sizes.all, "nothing is hidden in a scroller").toBeGreaterThanOrEqual(sizes.page);
});

test("nothing moves for who has asked for that", async ({ visit }) => {
  const { page } = await visit({ as: "MODERATOR", browser: { reducedMotion: "reduce" } });
  await openPage(page, "/");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => getComputedStyle(element).animationDuration)).toMatch(/^0(ms|s)$/);
});
