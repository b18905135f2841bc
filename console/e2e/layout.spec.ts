import type { Locator, Page } from "@playwright/test";

import { overflow, shiftsOf, watchShifts, WIDTHS } from "./support/looks";
import { expect, test } from "./support/test";

const MOST_SHIFT = 0.02;

for (const viewport of Object.values(WIDTHS))
  test(`at ${viewport.width} px an item and its form are not wider than the window`, async ({ visit }) => {
    const { page, desk, api } = await visit({ as: "ADMIN", browser: { viewport } });
    const { task_id: taskId } = await api.pick("pending");
    await desk.take(taskId);
    expect(await overflow(page), "an item").toEqual([]);
    await desk.outcome("Reject").click();
    await expect(desk.form.getByRole("button", { name: "Cancel" })).toBeInViewport();
    expect(await overflow(page), "a form").toEqual([]);
  });

test("on a phone list and item are two pages, and Back leads from one to the other", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  await desk.open();
  await expect(desk.list).toBeVisible();
  await expect(desk.item).toBeHidden();
  await desk.list.getByRole("listitem").nth(1).tap();
  await expect(desk.title).toBeVisible();
  await expect(desk.list).toBeHidden();
  await page.goBack();
  await expect(desk.list).toBeVisible();
  await expect(page).toHaveURL("/reviews/moderate");
  await page.goForward();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(desk.list).toBeVisible();
});

test("the queue page stands still while it loads, is read and is taken", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  await watchShifts(page);
  await desk.open();
  await expect(desk.title).toBeVisible();
  await expect(desk.timeline.first()).toBeVisible();
  await page.keyboard.press("j");
  await desk.takeNext();
  await expect(desk.timeline.first()).toContainText("You took it");
  const { all, by } = await shiftsOf(page);
  expect(all, by).toBeLessThan(MOST_SHIFT);
});

const LONG = "Harbour Health and Social Care of the North West, Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

for (const viewport of [WIDTHS.desk, WIDTHS.phone])
  test(`at ${viewport.width} px a long name stays within its column, and a long word within its ticket`, async ({ visit }) => {
    const { page } = await visit({ as: "ADMIN", browser: { viewport } });
    for (const [address, calls, key] of [
      ["/groups", /\/api\/groups\?/, "name"],
      ["/accounts", /\/api\/users\?/, "full"],
      ["/tickets/1", /\/api\/(tasks|tickets|companies|company|subjects)\b/, "name"],
    ] as const) {
      await page.route(calls, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(new RegExp(`"${key}": ?"[^"]*"`, "g"), `"${key}":"${LONG}"`);
        await route.fulfill({ response, body });
      });
      await page.goto(address);
      await expect(page.getByRole("main").getByText(LONG).first()).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      expect(await overflow(page), address).toEqual([]);
      expect(await spilt(page, LONG), address).toEqual([]);
      await page.unroute(calls);
    }
  });

/** The parents of these words that the words reach out of. */
function spilt(page: Page, words: string): Promise<string[]> {
  return page.evaluate((sought) => {
    const found = [...document.querySelectorAll("main *")].filter((element) => element.textContent === sought && element.children.length === 0);
    return found.flatMap((element) => {
      const box = element.closest("th, td, li, p, header, section");
      const cuts = getComputedStyle(element).overflowX !== "visible";
      if (!box || !element.checkVisibility()) return [];
      const written = document.createRange();
      written.selectNodeContents(element);
      const { right } = cuts ? element.getBoundingClientRect() : written.getBoundingClientRect();
      return right > box.getBoundingClientRect().right + 1 ? [box.outerHTML.slice(0, 80)] : [];
    });
  }, words);
}

test("right to left, words keep their order and stand where the page begins", async ({ visit }) => {
  const kept = { settings: JSON.stringify({ direction: "rtl" }) };
  const { page } = await visit({ as: "ADMIN", kept, browser: { viewport: WIDTHS.tablet } });
  await page.goto("/tickets");
  const messages = page.getByRole("region", { name: "Items" }).getByText(/^\d+ messages?$/).first();
  await expect(messages).toBeVisible();
  const { first, last } = await messages.evaluate((element) => {
    const place = (at: number) => {
      const letter = document.createRange();
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) throw new Error("There are no words.");
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      return letter.getBoundingClientRect().left;
    };
    return { first: place(0), last: place(2) };
  });
  expect(first, "the number stands before its word").toBeLessThan(last);

  await page.goto("/tickets/list");
  const row = page.getByRole("main").getByRole("row").filter({ has: page.getByRole("rowheader") }).first();
  await expect(row).toBeVisible();
  const away = await row.evaluate((element) =>
    [...element.querySelectorAll("th, td[data-label]")].map((cell) => {
      const written = document.createRange();
      written.selectNodeContents(cell);
      return cell.getBoundingClientRect().right - written.getBoundingClientRect().right;
    }),
  );
  expect(Math.max(...away), "values stand below their labels").toBeLessThan(2);
});

test("letters of twice the size fit into their controls, and facts into their card", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "32px"));
  });
  await page.goto("/history");
  const select = page.getByRole("main").getByRole("combobox").first();
  await expect(select).toBeVisible();
  const { height, line } = await select.evaluate((element) => ({
    height: element.clientHeight,
    line: parseFloat(getComputedStyle(element).fontSize) * 1.2,
  }));
  expect(height).toBeGreaterThan(line);

  await page.goto("/");
  const mine = page.getByRole("region", { name: "My work" }).locator("dd").first();
  await expect(mine).toHaveText(/\w/);
  const { width, card } = await mine.evaluate((element) => ({
    width: element.clientWidth,
    card: element.closest("dl")?.clientWidth ?? 0,
  }));
  expect(width, "the values' part of the card").toBeGreaterThan(card / 4);
});

test("on a phone the head of a page is read to its end, and a day's name stands beside its field", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN", browser: { viewport: WIDTHS.phone } });
  const facts = page.getByRole("banner").locator("p");
  for (const address of ["/audit", "/reason-codes", "/jobs/failed", "/tickets/canned", "/tickets/quarantine", "/statements"]) {
    await page.goto(address);
    await expect(facts).toHaveText(/\w/);
    expect(await facts.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight, scrollWidth - clientWidth]), address).toEqual([0, 0]);
  }
  await page.goto("/tags");
  await page.getByRole("main").getByRole("rowheader").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/tag\/\d+$/);
  await expect(page.getByRole("heading", { level: 2, name: "Tag" })).toBeVisible();
  await expect(facts, "no empty line below a name alone").toHaveCount(0);

  await page.goto("/processes/review_moderation");
  const middle = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error("It is not to be seen.");
    return box.y + box.height / 2;
  };
  const until = page.getByLabel("until", { exact: true });
  await expect(until).toBeVisible();
  expect(Math.abs((await middle(page.getByText("until", { exact: true }))) - (await middle(until)))).toBeLessThan(4);
});

test("on a phone the text is shown from its beginning after the editor has been closed", async ({ visit }) => {
  const { page, desk, api } = await visit({ as: "MODERATOR", browser: { viewport: WIDTHS.phone, hasTouch: true } });
  const { task_id: taskId } = await api.pick("pending");
  await desk.take(taskId);
  await page.getByRole("button", { name: "Edit" }).tap();
  await expect(page.getByRole("form", { name: "Edit this review" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("form", { name: "Edit this review" })).toHaveCount(0);
  await expect(desk.title).toBeInViewport({ ratio: 1 });
});

test("the names of steps stand within their boxes", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await page.goto("/processes/review_moderation");
  const graph = page.getByRole("main").getByRole("img").first();
  await expect(graph).toContainText("Under investigation");
  await page.evaluate(() => document.fonts.ready);
  const left = await graph.evaluate((svg) =>
    [...svg.querySelectorAll("g")].map((step) => {
      const box = step.querySelector("rect")?.getBBox().width ?? 0;
      // as bold as where an item has passed, and beside the bold border of a bottleneck
      const words = step.querySelector("text");
      words?.classList.add("taken");
      return (box - (words?.getComputedTextLength() ?? 0)) / 2;
    }),
  );
  expect(Math.min(...left)).toBeGreaterThan(2.5);
});
