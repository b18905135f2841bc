import { describe, expect, test } from "vitest";

import { type Mark, markParagraphs, markWhole, type Piece } from "./marks";

const FAMILY = "👨‍👩‍👧‍👦";

function marked(text: string, ...marks: Partial<Mark>[]): string[] {
  const whole = marks.map((mark, index) => ({ start: 0, end: 0, number: index + 1, strong: false, ...mark }));
  return markParagraphs(text, whole).map((pieces) => pieces.map(told).join(""));
}

/** Notation of the expected marks: `They are [crooks]1.`; a strong mark has double brackets. */
function told({ text, marked: on, strong, numbers }: Piece): string {
  if (!on) return text;
  return `${strong ? "[[" : "["}${text}${strong ? "]]" : "]"}${numbers.join(",")}`;
}

/** Offsets in code points, as the server counts them. */
function at(text: string, word: string): { start: number; end: number } {
  const start = Array.from(text.slice(0, text.indexOf(word))).length;
  return { start, end: start + Array.from(word).length };
}

describe("a flagged word", () => {
  test("is marked at its place, and carries the number of its entry", () => {
    const text = "They are crooks about pricing.";
    expect(marked(text, at(text, "crooks"))).toEqual(["They are [crooks]1 about pricing."]);
  });

  test("behind emoji is found where the server saw it: offsets count code points", () => {
    const text = `${FAMILY} 🎉 They are crooks.`;
    expect(marked(text, at(text, "crooks"))).toEqual([`${FAMILY} 🎉 They are [crooks]1.`]);
  });

  test("that is part of an emoji marks all of it, never a half", () => {
    const text = `Ask ${FAMILY} now`;
    expect(marked(text, at(text, "👧"))).toEqual([`Ask [${FAMILY}]1 now`]);
  });

  test("in a text that reads right to left is marked in the order of the letters", () => {
    const text = "השירות היה נורא והמוכר היה גנב.";
    expect(marked(text, at(text, "גנב"))).toEqual(["השירות היה נורא והמוכר היה [גנב]1."]);
  });

  test("with its accents apart is not cut from them", () => {
    const text = "cafe\u0301 noir";
    expect(marked(text, { start: 0, end: 4 })).toEqual(["[cafe\u0301]1 noir"]);
  });
});

describe("marks that overlap", () => {
  const text = "Gemma on the front desk should be ashamed";

  test("are cut where one begins or ends, and each number stands at its own end", () => {
    expect(marked(text, { ...at(text, "Gemma on the front desk"), strong: true }, at(text, "front desk should"))).toEqual([
      "[[Gemma on the ]][[front desk]]1[ should]2 be ashamed",
    ]);
  });

  test("with one inside another keep both numbers", () => {
    expect(marked(text, at(text, "the front desk"), at(text, "front"))).toEqual([
      "Gemma on [the ][front]2[ desk]1 should be ashamed",
    ]);
  });

  test("of the same stretch show both numbers together", () => {
    expect(marked(text, at(text, "desk"), at(text, "desk"))).toEqual(["Gemma on the front [desk]1,2 should be ashamed"]);
  });
});

describe("offsets that make no sense", () => {
  test.each([
    ["beyond the end", { start: 40, end: 50 }, "Short."],
    ["turned round", { start: 4, end: 2 }, "Short."],
    ["reaching past the end", { start: 2, end: 99 }, "Sh[ort.]1"],
    ["below zero", { start: -3, end: 2 }, "[Sh]1ort."],
  ])("%s", (_, mark, expected) => {
    expect(marked("Short.", mark)).toEqual([expected]);
  });
});

describe("a text in one piece", () => {
  test("keeps its blank lines and spaces, with the marks at their places", () => {
    const text = " 😀 One\n\n\n  two ";
    const pieces = markWhole(text, [{ start: 10, end: 13, number: 1, strong: false }]);
    expect(pieces.map((piece) => [piece.text, piece.marked])).toEqual([
      [" 😀 One\n\n\n ", false],
      [" tw", true],
      ["o ", false],
    ]);
    expect(markWhole(text, []).map((piece) => piece.text)).toEqual([text]);
  });
});

describe("paragraphs", () => {
  test("are parted by blank lines; single line breaks stay", () => {
    expect(marked("One\ntwo\n\n \nThree\r\n\r\nFour\n")).toEqual(["One\ntwo", "Three", "Four"].map(withReturn));
  });

  test("share a mark that goes on over a blank line", () => {
    expect(marked("One two\n\nthree four", { start: 4, end: 14 })).toEqual(["One [two]1", "[three]1 four"]);
  });

  test("of blanks alone are none", () => {
    expect(marked(" \n\n\t ")).toEqual([]);
  });

  test("are found in a million spaces: steps that grow with the square of the length would never come to an end", () => {
    expect(marked(`${" ".repeat(1_000_000)}x`)).toHaveLength(1);
  });

  /** A carriage return before a line break stays in the text; browsers show it as a space. */
  function withReturn(paragraph: string): string {
    return paragraph === "Three" ? "Three\r" : paragraph;
  }
});
