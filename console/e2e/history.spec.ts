import { readFile } from "node:fs/promises";

import type { HistoryItem } from "@/api/types";

import { isFirst } from "./support/staff";
import { expect, test } from "./support/test";

/** What is read of an OCEL file. */
interface Log {
  events: { id: string; relationships: { objectId: string }[] }[];
  objects: { id: string }[];
}

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

test("an admin finds who decided a review two weeks ago and why, opens its process, exports it, and sees the chain verified", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN" });
  const query = new URLSearchParams({ action: "decide", outcome: "reject", from: `${day(21)}T00:00:00Z`, to: `${day(7)}T00:00:00Z` });
  const { items } = await api.ask<{ items: HistoryItem[] }>("GET", `/history?${query}`);
  const known = items.find(({ id, note, actor }) => note && actor && isFirst(`entry-${id}`));
  if (!known?.actor || !known.note) throw new Error("Nothing was rejected two weeks ago.");
  const review = `Review ${known.subject.id}`;

  await test.step("the history says who, and why", async () => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "History", exact: true }).click();
    await page.getByLabel("Action", { exact: true }).selectOption("Decided");
    await page.locator("summary", { hasText: "Filters" }).click();
    await page.getByLabel("Review", { exact: true }).fill(String(known.subject.id));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`subject=review%3A${known.subject.id}&action=decide`));
    await page.reload(); // the address keeps what was asked, and the menu is closed
    const row = page.getByRole("row", { name: new RegExp(known.label) }).filter({ hasText: known.note ?? "" }).first();
    await expect(row).toContainText(known.actor?.name ?? "");
    await expect(row).toContainText(review);
  });

  await test.step("its process, and the way that it went", async () => {
    const row = page.getByRole("row").filter({ hasText: known.note ?? "" }).first();
    await row.getByRole("link", { name: review }).click();
    await expect(page).toHaveURL(new RegExp(`/review/${known.subject.id}$`));
    await expect(page.getByText(known.note ?? "").first()).toBeVisible();
    await page.goBack();
  });

  await test.step("how such a process goes", async () => {
    const entry = page.getByRole("row").filter({ hasText: known.note ?? "" }).last(); // a second look repeats the words later
    await entry.getByRole("button").first().click();
    await page.getByRole("link", { name: "How such a process goes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: known.kind_title })).toBeVisible();
    await expect(page.getByRole("region", { name: "Steps", exact: true }).getByRole("row")).not.toHaveCount(1);
    await expect(page.locator(".figures > div").filter({ hasText: /^[1-9][\d,]*\s*begun$/ })).toBeVisible();
  });

  await test.step("the log of this process as a file", async () => {
    await page.goto(`/history?process=${known.process_id}`);
    await expect(page.getByRole("row").filter({ hasText: known.note ?? "" }).first()).toBeVisible();
    await page.locator("summary", { hasText: "Export" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export OCEL 2.0, JSON" }).click();
    const log = JSON.parse(await readFile(await (await saving).path(), "utf8")) as Log;
    expect(log.objects.map(({ id }) => id)).toContain(`process:${known.process_id}`);
    expect(log.events.map(({ id }) => id)).toContain(`entry:${known.id}`);
    expect(log.events.every(({ relationships }) => relationships.some(({ objectId }) => objectId === `process:${known.process_id}`))).toBe(true);
    await page.goto("/history");
  });

  await test.step("history is verified", async () => {
    await page.getByRole("link", { name: "How it is verified" }).click();
    await page.getByRole("button", { name: "Verify now" }).click();
    const mine = page.getByRole("row").filter({ hasText: api.person.name }).first();
    await expect(mine).toContainText("No fault");
    await expect(page.getByText(/entries, all as they were written/)).toBeVisible();
  });
});
