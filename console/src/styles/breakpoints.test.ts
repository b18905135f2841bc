import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKPOINTS } from "@/lib/use-media";

const sources = join(import.meta.dirname, "..");
const names = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
const sheets = names.map((name) => ({ name, text: readFileSync(join(sources, name), "utf8") }));

test("the breakpoints are the specification's, in the script and in the sheets", () => {
  expect(BREAKPOINTS).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 });
  const found = sheets.flatMap(({ name, text }) => [...text.matchAll(/@media[^{]+/g)].flatMap(([query]) => breaksOf(query).map((px) => ({ name, px }))));
  expect(found.filter(({ px }) => !SET.has(px))).toEqual([]);
  expect(new Set(found.map(({ px }) => px))).toEqual(SET);
});

const { sm, md, lg, xl } = BREAKPOINTS;
const SET = new Set<number>([sm, md, lg, xl]);

/** The widths from which a query of the page's width changes what it says. */
function breaksOf(query: string): number[] {
  const widths = [...query.matchAll(/(max-width:|min-width:|width <|width >=) ?(\d+)px/g)];
  expect(widths).toHaveLength([...query.matchAll(/width/g)].length);
  return widths.map(([, side, px]) => Number(px) + (side === "max-width:" ? 1 : 0));
}
