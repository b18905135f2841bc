import { expect, type Page } from "@playwright/test";

import { pages } from "../../src/app/route-table";

/** The address of every page that is built, the story of this review among them; and of one that is not. */
export function builtPages(reviewId: number): string[] {
  const parameters: Record<string, string> = { kind: "review_moderation", batchID: process.env.DOCKET_E2E_BATCH ?? "1" };
  const filled = (path: string) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => (name === "reviewID" ? String(reviewId) : (parameters[name] ?? "1")));
  return [
    ...pages.filter(({ load }) => load).map(({ path }) => filled(path)),
    "/reports/unknown",
    "/error",
    filled(pages.find(({ load }) => !load)?.path ?? ""),
  ];
}

/** Opens a page, and waits until it shows what it is there for. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
}
