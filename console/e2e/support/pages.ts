import { expect, type Page } from "@playwright/test";

import { pages } from "../../src/app/route-table";

import type { Api } from "./api";

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

/** A review whose story has everything in it: published, asked about, its request declined; its number. */
export async function liveThrough(api: Api): Promise<number> {
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
