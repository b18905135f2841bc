import { expect, test } from "vitest";

import { namedIn } from "./named-in";

const PEOPLE = [
  { id: 1, name: "Callum Frayne" },
  { id: 2, name: "Callum Fry" },
  { id: 3, name: "Ida Ros" },
];

test.each([
  ["Nothing to say to ann@example.com", null],
  ["@Ida, please", 3],
  ["See this, @Callum Frayne.", 1],
  ["@Callum which?", "unclear"],
  ["@Nobody", "unclear"],
  ["@Ida and @Callum Fry", "unclear"],
])("in %j the colleague who is meant is %j", (text, expected) => {
  const found = namedIn(text, PEOPLE);
  expect(found === null || found === "unclear" ? found : found.id).toBe(expected);
});
