import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Class names with a computed end: `btn-${tone}`. */
const MADE = /^(avatar|btn|dialog|is|sla|tone)-/;
/** Classes that a feature reads from its own sheet by the kind of a message or word: `styles[kind]`. */
const OWN = ["hold", "note", "notice"];

const here = import.meta.dirname;
const filesOf = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name) && !/\.test\.|^lib\/words\/|schema\.d/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));

const classesOf = (sheet: string): string[] => {
  const selectors = [...sheet.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]*)\{/g)].map(([, selector]) => selector ?? "").join("\n");
  return [...new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ""))];
};
const shared = classesOf(filesOf(here, /\.css$/).join("\n"));
const code = filesOf(join(here, ".."), /\.tsx?$/);

test("each class of the shared sheets is named by something that is drawn", () => {
  const strings = code.flatMap((text) => text.replace(/\/\*[\s\S]*?\*\//g, "").match(/"[^"\n]*"|`[^`\n]*`/g) ?? []).join("\n");
  const named = new Set(strings.match(/[a-zA-Z][\w-]*/g));
  expect(shared.length).toBeGreaterThan(200);
  expect(shared.filter((name) => !named.has(name) && !MADE.test(name))).toEqual([]);
});

test("a shared class in the sheet of a feature is global there: it is another one without that", () => {
  const own = filesOf(join(here, ".."), /\.module\.css$/).map((sheet) => sheet.replace(/:global\((?:[^()]|\([^()]*\))*\)/g, ""));
  const read = new Set([...OWN, ...(code.join("\n").match(/(?<=\b(?:styles|css)\.)\w+/g) ?? [])]);
  expect(classesOf(own.join("\n")).filter((name) => shared.includes(name) && !read.has(name))).toEqual([]);
});
