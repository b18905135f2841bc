import { randomUUID } from "node:crypto";

import type { Page } from "@playwright/test";

import { Source } from "./support/source";
import { expect, test } from "./support/test";

/** One of each kind, with a word that has accents and an ending. */
async function bringIn(source: Source): Promise<void> {
  const text = "😀 The staff had wörzelled for hours.";
  const { id: company } = await source.company("Wörzelled Dental");
  await source.person("Ada", "Wörzelled", `${randomUUID()}@e2e.test`);
  for (const from of ["wf", "google"]) await source.reviews(company, [text], from);
  await source.ticket(company, "Invoice", `${"Where is it? ".repeat(40)}${text}`);
  await source.testimonial(company, "card.jpg", { author_name: "Agnes", text });
}

/** The marked words that are to be seen. */
const marked = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get("found") ?? [])].flatMap((range) =>
      range instanceof Range && range.getClientRects().length > 0 ? [range.toString()] : [],
    ),
  );

test("each kind of result opens its page with the word marked, whatever its accents and its ending", async ({ visit }) => {
  const { page } = await visit({ as: "ADMIN" });
  await bringIn(await Source.start());
  const kinds = [
    ["reviews", "worzelling", "wörzelled", /^\/review\/\d+$/],
    ["third-party-reviews", "worzelling", "wörzelled", /^\/review\/\d+$/],
    ["tickets", "worzelling", "wörzelled", /^\/tickets\/\d+$/],
    ["testimonials", "worzelling", "wörzelled", /^\/testimonials\/\d+$/],
    ["companies", "worzelled", "Wörzelled", /^\/company\/\d+$/],
    ["accounts", "worzeled", "Wörzelled", /^\/accounts\/\d+$/],
  ] as const;
  for (const [type, term, word, address] of kinds)
    await test.step(type, async () => {
      await page.goto(`/search?term=${term}&type=${type}`);
      await page.getByRole("region", { name: "Search results" }).getByRole("listitem").first().getByRole("link").first().click();
      await expect.poll(() => new URL(page.url()).pathname).toMatch(address);
      await expect.poll(() => marked(page)).toContain(word);
      await page.goBack();
      await expect(page.locator(`a[id^="${type}-"]`).first()).toBeFocused();
    });
});
