import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const COMPOSITED = ["opacity", "rotate", "scale", "transform", "translate"];

/** Other properties are recalculated for each frame, in the thread that renders the page. */
test("what moves without end changes neither layout nor colours", () => {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".css"));
  const sheets = names.map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8")).join("");
  const endless = [...sheets.matchAll(/([\w-]+) [\d.]+m?s [^;,]*infinite/g)].map(([, name]) => name);
  expect(new Set(endless)).toEqual(new Set(["turn", "breathe", "run"]));
  for (const name of new Set(endless)) {
    const steps = new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})*)`).exec(sheets)?.[1] ?? "";
    const changed = [...steps.matchAll(/([\w-]+):/g)].map(([, property]) => property);
    expect(changed, name).not.toEqual([]);
    expect(changed.filter((property) => !COMPOSITED.includes(property ?? "")), name).toEqual([]);
  }
});
