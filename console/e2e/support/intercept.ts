import { expect, type Page, type Route } from "@playwright/test";

const PROBE = /\/healthz\?intercepted$/;

/**
 * Answers calls to `address` by `answer`. Where a page is open, Chromium may let calls pass for a moment after it has
 * accepted an interception; so a call of the page itself is repeated until it is intercepted.
 */
export async function intercept(page: Page, address: string | RegExp, answer: (route: Route) => unknown): Promise<void> {
  await page.route(address, answer);
  if (page.url() === "about:blank") return;
  await page.route(PROBE, (route) => route.fulfill({ status: 204 }));
  await expect.poll(() => page.evaluate(async () => (await fetch("/healthz?intercepted")).status)).toBe(204);
  await page.unroute(PROBE);
}
