import { expect, test } from "vitest";

import { placesOf, readFoundWords, withFoundWords } from "./found-words";

test("the words stand in the address, each once", () => {
  const path = withFoundWords("/review/7", ["Waited", "waited", "two weeks"]);
  expect(path).toBe("/review/7?found=waited&found=two+weeks");
  expect(readFoundWords(new URL(path, "http://docket.test").search)).toEqual(["waited", "two weeks"]);
  expect(withFoundWords("/company/3", [])).toBe("/company/3");
});

test.each([
  [["waited"], "I Waited, and waited.", [[2, 8], [14, 20]]],
  [["wait"], "waiting await wait", [[14, 18]]],
  [["müll"], "Müller, Müll", [[8, 12]]],
  [["a.b", "("], "a.b axb (", [[0, 3], [8, 9]]],
  [[], "nothing", []],
])("%j in “%s”", (words, text, places) => {
  expect(placesOf(words, text)).toEqual(places);
});
