import { settled } from "./support/arrivals";
import { openPage } from "./support/pages";
import { expect, test } from "./support/test";

const MOST_REQUESTS = 30;
// bytes as sent, compressed
const MOST_SCRIPT = 240_000;
const MOST_SCRIPT_OF_DASHBOARD = 200_000;

test("the dashboard stands after at most 200 kB of script, with all that is loaded ahead", async ({ visit }) => {
  const { page } = await visit({ as: "HEAD_MODERATOR" });
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await openPage(page, "/");
  await settled(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_OF_DASHBOARD);
});

test("the queue page stands after at most 30 requests and 240 kB of script; its first document names every script, and nothing is asked for twice", async ({ visit }) => {
  const { page, desk } = await visit({ as: "MODERATOR" });
  // polls ask for the same again, the more often the slower the machine is: each address counts once
  const asked = new Set<string>();
  const sizes: Promise<number>[] = [];
  const scripts: string[] = [];
  let isDrawn = false; // what is loaded later is for dialogs and forms
  page.on("request", (request) => {
    asked.add(`${request.method()} ${request.url()}`);
    isDrawn ||= request.url().endsWith("/api/cms/counts");
    if (!isDrawn && request.resourceType() === "script") scripts.push(request.url());
  });
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await desk.open();
  await expect(desk.title).toBeVisible();
  await page.waitForLoadState("load");
  expect(asked.size, [...asked].join("\n")).toBeLessThanOrEqual(MOST_REQUESTS);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT);

  const { named, left } = await page.evaluate(() => ({
    named: [
      ...[...document.querySelectorAll("script")].map(({ src }) => src),
      ...[...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map(({ href }) => href),
    ],
    left: [...(globalThis.askedAhead?.answers.keys() ?? ["nothing was asked for"])],
  }));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((address) => !named.includes(address))).toEqual([]);
  expect(left).toEqual([]);
});
