import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Before a value: `btn-${tone}`. */
const MADE = /^(avatar|btn|dialog|is|sla|tone)-/;

const here = import.meta.dirname;
const filesOf = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name) && !/\.test\.|^lib\/words\/|schema\.d/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));

test("each class of the shared sheets is named by something that is drawn", () => {
  const sheets = filesOf(here, /\.css$/).join("\n").replace(/\/\*[\s\S]*?\*\//g, "");
  const selectors = [...sheets.matchAll(/([^{}]*)\{/g)].map(([, selector]) => selector ?? "").join("\n");
  const classes = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ""));
  const strings = filesOf(join(here, ".."), /\.tsx?$/)
    .flatMap((text) => text.replace(/\/\*[\s\S]*?\*\//g, "").match(/"[^"\n]*"|`[^`\n]*`/g) ?? [])
    .join("\n");
  const named = new Set(strings.match(/[a-zA-Z][\w-]*/g));
  expect(classes.size).toBeGreaterThan(200);
  expect([...classes].filter((name) => !named.has(name) && !MADE.test(name))).toEqual([]);
});
