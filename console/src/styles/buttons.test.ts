import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const sheet = readFileSync(`${import.meta.dirname}/controls.css`, "utf8");

/**
 * `.btn:hover` is more specific than the colours of a kind of button: without its own hover rule, white text would be
 * on light grey.
 */
test("a button with a colour of its own keeps one under the pointer", () => {
  const coloured = [...sheet.matchAll(/^\.(btn-\w+) \{[^}]*color: var\(--on-/gm)].map(([, name]) => name);
  expect(coloured).toEqual(["btn-primary", "btn-danger"]);
  for (const name of coloured) expect(sheet).toMatch(new RegExp(`^\\.${name}:hover \\{ background: var\\(--[a-z]+-hover\\)`, "m"));
});
