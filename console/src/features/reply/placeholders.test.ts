import { describe, expect, test } from "vitest";

import { readFiles, writeFiles } from "./files";
import { askedAt, fillIn, partsOf, unfilledIn } from "./placeholders";

describe("a placeholder of a canned reply", () => {
  test("is filled in where its value is known, and stays where it is not", () => {
    const text = "Dear {{client_name}}, see {{ review_link }}. {{company}}";
    expect(fillIn(text, { client_name: "Ada", company: "" })).toBe("Dear Ada, see {{ review_link }}. {{company}}");
  });

  test("is found with its place, so that it can be marked", () => {
    expect(partsOf("a {{b}}\n{{c}} d").map(({ text, from, isPlaceholder }) => [text, from, isPlaceholder])).toEqual([
      ["a ", 0, false],
      ["{{b}}", 2, true],
      ["\n", 7, false],
      ["{{c}}", 8, true],
      [" d", 13, false],
    ]);
    expect(unfilledIn("{{a}} {not} {{{}")).toHaveLength(1);
  });
});

describe("canned replies are asked for by /", () => {
  test.each([
    ["/", 1, ""],
    ["Hello\n/gre", 10, "gre"],
    ["/gre\nHello", 4, "gre"],
  ])("at the beginning of a line: %j", (text, caret, words) => expect(askedAt(text, caret)?.words).toBe(words));

  test.each([
    ["and/or", 6],
    ["/gre\nHello", 10],
    ["", 0],
  ])("and nowhere else: %j", (text, caret) => expect(askedAt(text, caret)).toBeNull());
});

test("the files of a draft are read back as they were written", () => {
  const files = [
    { id: 4, name: "photo (1).png" },
    { id: 12, name: "a #b.txt" },
  ];
  expect(readFiles(writeFiles(files))).toEqual(files);
  expect(readFiles("")).toEqual([]);
  expect(readFiles(undefined)).toEqual([]);
});
