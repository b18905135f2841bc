import type { Page } from "@playwright/test";

import { keptTheme } from "./support/looks";
import { expect, test } from "./support/test";

/** The colours of the page and of its heading, once it is drawn. */
async function coloursOf(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { level: 1, name: /^Docket/ })).toBeVisible();
  return page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.querySelector("h1") ?? document.body).color,
  ]);
}

test("staff read every operation of the API on a page of our own, in the colours of their theme", async ({ visit }) => {
  const { page, api, person } = await visit({ as: "MODERATOR", refusals: [401] });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const { paths } = await api.ask<{ paths: Record<string, object> }>("GET", "/openapi.json");
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
  await page.goto("/api/docs");
  const light = await coloursOf(page);
  await expect(page.locator("[data-section-id*='/operation/']")).toHaveCount(operations.length);
  expect([...hosts].filter(Boolean)).toEqual([new URL(page.url()).host]); // the empty one is that of pictures in the page itself

  // Redoc colours a tab on its dark column like a word on a light page
  await expect(page.locator(".tab-error").first()).toHaveCSS("color", "rgb(237, 238, 242)");

  const dark = await visit({ as: person, kept: keptTheme("dark") });
  await dark.page.goto("/api/docs");
  expect((await coloursOf(dark.page)).filter((colour) => light.includes(colour))).toEqual([]);

  await page.evaluate(() => localStorage.removeItem("accessToken"));
  await page.reload();
  await expect(page.getByText("Sign in to Docket, then open this page again.")).toBeVisible();
});
