import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import type * as RouteTable from "@/app/route-table";
import { words } from "@/lib/words";

// Runs the blocks of CONTRIBUTING, "A page with a table"; tools/lint/worked-example.js applies them to the files that
// they name.
const ROOT = resolve(import.meta.dirname, "../../..");
const CONSOLE = join(ROOT, "console");
const FEATURE = "console/src/features/low-ratings";

/** The blocks, each by the file that it names. */
const blocks = [...readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").matchAll(/```tsx?\n\/\/ (\S+?)(?:, in `\w+`)?\n(.*?)```/gs)].map(
  ([, file = "", text = ""]) => ({ file, text }),
);
const rowOf = (end: string) => blocks.find(({ file }) => file.endsWith(end))?.text ?? "";

const scratch = mkdtempSync(join(CONSOLE, "worked-example-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Writes a file of the example beside the console's own files, so that its imports resolve. */
function write(name: string, text: string): string {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll("@/features/low-ratings/", "./"));
  return path;
}

vi.mock("@/app/route-table", async (original) => {
  const table = await original<typeof RouteTable>();
  const { rows } = (await import(/* @vite-ignore */ write("routes.ts", `export const rows = [\n${rowOf("route-table.ts")}];\n`))) as {
    rows: RouteTable.Page[];
  };
  return { ...table, pages: [...table.pages, ...rows] };
});

test("a page with a table touches five files at most", () => {
  expect(blocks.length).toBe(5);
});

// its texts, its page, and its own test, which registers itself here
const { added } = (await import(
  /* @vite-ignore */ write("words.ts", `export const added = {\n${rowOf("navigation.ts")}};\n`)
)) as { added: Record<string, string> };
words.addResourceBundle("en", "translation", { navigation: added }, true);
for (const { file, text } of blocks) if (file.startsWith(FEATURE)) write(basename(file), text);
await import(/* @vite-ignore */ join(scratch, "low-ratings.test.tsx"));
