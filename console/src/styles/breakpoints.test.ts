import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKPOINTS } from "@/lib/use-media";

const sheet = (name: string) => readFileSync(join(import.meta.dirname, `${name}.css`), "utf8");

test("the breakpoints are the specification's, in the script and in the sheets", () => {
  expect(BREAKPOINTS).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 });
  const widths = [...`${sheet("narrow")}${sheet("tokens")}`.matchAll(/@media \((max|min)-width: (\d+)px\)/g)];
  const breaks = widths.map(([, side, px]) => Number(px) + (side === "max" ? 1 : 0));
  expect(new Set(breaks)).toEqual(new Set([BREAKPOINTS.sm, BREAKPOINTS.md, BREAKPOINTS.lg, BREAKPOINTS.xl]));
});
