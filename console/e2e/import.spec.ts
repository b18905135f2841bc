import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ReviewStory, SearchItem } from "@/api/types";

import type { Api } from "./support/api";
import { manage } from "./support/manage";
import { expect, test } from "./support/test";
import { unheardOf } from "./support/words";

const LONG_NAME = `The ${"Very ".repeat(40)}Long Dental Partnership of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch`;
const TEXTS = {
  long: Array.from({ length: 10_000 }, (_, number) => "whilebraces"[number % 11]).join(" "),
  short: "Meh",
  emoji: "🦷👩🏽‍⚕️ lovely 🇬🇧",
  rightToLeft: "كانت الزيارة طويلة جدا والانتظار أطول",
  markup: '<script>alert(1)</script><b>bold</b> &amp; "quoted"',
  unbroken: "a".repeat(3_000),
} as const;
const IDS = `imported-${unheardOf()}`;
const WIDTHS = [1440, 1024, 390] as const;

/** A file as somebody else's program writes it: its own columns, commas for points, a day in words. */
function write(source: Record<string, string>): string {
  const file = join(mkdtempSync(join(tmpdir(), "docket-import-")), "elsewhere.csv");
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rows = Object.entries(source).map(([key, text]) =>
    [`${IDS}-${key}`, key === "long" ? LONG_NAME : "Sefton Dental, imported", "3 stars", text, "14/03/2010"].map(quoted).join(";"),
  );
  writeFileSync(file, ["Ref;Practice;Score;Comment;Day", ...rows].join("\r\n"));
  return file;
}

/** The number of the open task of the review that the search finds by its source and id. */
async function waitingTask(api: Api, named: string): Promise<number> {
  const path = `/search?type=third-party-reviews&term=${encodeURIComponent(named)}`;
  const { items } = await api.ask<{ items: SearchItem[] }>("GET", path);
  const { waiting } = await api.ask<ReviewStory>("GET", `/review/${items[0]?.id ?? 0}`);
  if (!waiting) throw new Error(`${named} waits for nobody.`);
  return waiting.task_id;
}

test("what was imported from a file of other columns is read and decided like everything else", async ({ visit }) => {
  const columns = { external_id: "Ref", company: "Practice", rating: "Score", text: "Comment", posted_at: "Day" };
  const mapping = Object.entries(columns).flatMap(([field, column]) => ["--map", `${field}=${column}`]);
  const told = await manage("docket_import", "reviews", write(TEXTS), ...mapping, "--set", "source=google", "--rejects", "/dev/null");
  expect(told).toContain("6  imported");

  const { page, desk, api } = await visit({ as: "MODERATOR" });
  for (const [key, text] of Object.entries(TEXTS)) {
    const taskId = await waitingTask(api, `google:${IDS}-${key}`);
    await desk.take(taskId);
    await expect(desk.item).toContainText(text);
    await expect(desk.item, "its clock counts from its arrival, not from 2010").not.toContainText("overdue");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(beyond, `${text.slice(0, 20)} at ${width} px`).toBe(0);
    }
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await page.keyboard.press("a");
    await desk.says("Approved");
    await expect(desk.row(taskId)).toHaveCount(0);
  }
});
