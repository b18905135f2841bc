import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKPOINTS } from "@/lib/use-media";

/** Spec, section 9. What becomes of these numbers on a screen is measured in a browser. */
const sheet = (name: string) => readFileSync(join(import.meta.dirname, `${name}.css`), "utf8");
const tokens = sheet("tokens");
const shell = sheet("shell");

test.each([
  ["header", "90px"],
  ["sidebar", "280px"],
  ["sidebar-compact", "86px"],
  ["add-offset", "40px"],
])("the token --%s is %s, and the frame is drawn with it", (name, value) => {
  expect(tokens).toContain(`--${name}: ${value};`);
  expect(shell).toContain(`var(--${name})`);
});

test("the add button keeps its offsets at the bottom and at the end", () => {
  expect(shell).toMatch(/\.add \{ position: fixed; inset-block-end: var\(--add-offset\); inset-inline-end: var\(--add-offset\);/);
});

test("the rail is 86 px wide, and opens to 280 px under the pointer", () => {
  expect(shell).toContain(".app.compact { grid-template-columns: var(--sidebar-compact) minmax(0, 1fr); }");
  expect(shell).toMatch(/\.compact \.sidebar:is\(:hover, .*\) \{ inline-size: var\(--sidebar\);/);
});

test("the breakpoints are the specification's, in the script and in the sheets", () => {
  expect(BREAKPOINTS).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 });
  const widths = [...`${sheet("narrow")}${tokens}`.matchAll(/@media \((max|min)-width: (\d+)px\)/g)];
  const breaks = widths.map(([, side, px]) => Number(px) + (side === "max" ? 1 : 0));
  expect(new Set(breaks)).toEqual(new Set([BREAKPOINTS.sm, BREAKPOINTS.md, BREAKPOINTS.lg, BREAKPOINTS.xl]));
});
