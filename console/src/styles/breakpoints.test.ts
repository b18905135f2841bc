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

// e2e/frame.spec.ts and e2e/organisation.spec.ts check that a browser renders them so
test("the frame, the add button and the frame of a review have the specification's measures", () => {
  const tokens = { header: 90, sidebar: 280, "sidebar-compact": 86, "add-offset": 40 };
  for (const [name, px] of Object.entries(tokens)) expect(valuesOf(`--${name}`), name).toEqual([`${px}px`]);
  expect(ruleOf(".app")).toContain("grid-template: var(--header) minmax(0, 1fr) / var(--sidebar) ");
  expect(ruleOf(".app.compact")).toContain("grid-template-columns: var(--sidebar-compact) ");
  expect(ruleOf(".add")).toContain("position: fixed; inset-block-end: var(--add-offset); inset-inline-end: var(--add-offset);");
  expect(ruleOf(".dialog-frame iframe")).toContain("min-inline-size: 700px;");
});

const all = sheets.map(({ text }) => text).join("\n");

/** The values of a custom property in the sheets. */
const valuesOf = (property: string): string[] => [...all.matchAll(new RegExp(`${property}: ?([^;]+);`, "g"))].map(([, value]) => value ?? "");

/** The declarations of the first rule with this selector. */
function ruleOf(selector: string): string {
  const start = `\n${selector} {`;
  return all.split(start)[1]?.split("}")[0] ?? "";
}

const { sm, md, lg, xl } = BREAKPOINTS;
const SET = new Set<number>([sm, md, lg, xl]);

/** The page widths at which a container query changes. */
function breaksOf(query: string): number[] {
  const widths = [...query.matchAll(/(max-width:|min-width:|width <|width >=) ?(\d+)px/g)];
  expect(widths).toHaveLength([...query.matchAll(/width/g)].length);
  return widths.map(([, side, px]) => Number(px) + (side === "max-width:" ? 1 : 0));
}
