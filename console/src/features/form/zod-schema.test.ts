import { describe, expect, test } from "vitest";

import { REJECT } from "@/testing/desk/factories";

import { readFields } from "./fields";
import { type FieldWords, zodOf } from "./zod-schema";

const words: FieldWords = {
  choose: (field) => `choose ${field}`,
  fill: "fill",
  notANumber: "number",
  notADate: "date",
  malformed: "malformed",
  tooShort: (count) => `short ${count}`,
  tooLong: (count) => `long ${count}`,
  tooSmall: (limit) => `small ${limit}`,
  tooLarge: (limit) => `large ${limit}`,
};

/** The values that would be sent, or the first error sentence of each field. */
function check(schema: object, values: object): unknown {
  const result = zodOf(readFields({ ...schema }), words).safeParse(values);
  if (result.success) return result.data;
  return Object.fromEntries(result.error.issues.reverse().map(({ path, message }) => [path.join("."), message]));
}
const field = (property: object, value: string | boolean, required = true) =>
  check({ properties: { it: property }, required: required ? ["it"] : [] }, { it: value });

describe("the rejection form", () => {
  const reject = (values: object) => check(REJECT.form ?? {}, values);

  test("wants a reason and the facts, in the same words", () => {
    expect(reject({ reason: "", facts: "  " })).toEqual({ reason: "fill", facts: "fill" });
  });

  test("takes no reason that is not among the choices", () => {
    expect(reject({ reason: "because", facts: "They said so." })).toEqual({ reason: "choose Reason" });
  });

  test("sends the facts without the blanks around them", () => {
    expect(reject({ reason: "fake", facts: " They said so. \n" })).toEqual({ reason: "fake", facts: "They said so." });
  });

  test("counts characters as the server does: an emoji is one", () => {
    expect(reject({ reason: "fake", facts: "👍".repeat(40) })).toEqual({ reason: "fake", facts: "👍".repeat(40) });
    expect(reject({ reason: "fake", facts: "x".repeat(41) })).toEqual({ facts: "long 40" });
  });
});

describe("a field that may stay blank", () => {
  test.each([
    [{ type: "string", minLength: 5 }, "  "],
    [{ type: "integer", minimum: 1 }, ""],
    [{ type: "string", format: "date-time" }, ""],
    [{ oneOf: [{ const: "a" }] }, ""],
  ])("%j is left out of what is sent", (property, blank) => {
    expect(field(property, blank, false)).toEqual({});
  });

  test("is checked once something stands in it", () => {
    expect(field({ type: "string", minLength: 5 }, "abc", false)).toEqual({ it: "short 5" });
  });
});

describe("numbers, dates, ticks", () => {
  test("a number is sent as one", () => {
    expect(field({ type: "integer", minimum: 1, maximum: 30 }, " 7 ")).toEqual({ it: 7 });
  });

  test.each([
    ["seven", "number"],
    ["1.5", "number"],
    ["0", "small 1"],
    ["31", "large 30"],
  ])("%s is refused", (typed, sentence) => {
    expect(field({ type: "integer", minimum: 1, maximum: 30 }, typed)).toEqual({ it: sentence });
  });

  test("a date goes as it is, a moment as UTC", () => {
    expect(field({ type: "string", format: "date" }, "2026-11-20")).toEqual({ it: "2026-11-20" });
    expect(field({ type: "string", format: "date-time" }, "2026-11-20T09:14")).toEqual({
      it: new Date("2026-11-20T09:14").toISOString(),
    });
    expect(field({ type: "string", format: "date" }, "soon")).toEqual({ it: "date" });
  });

  test("a tick is true or false", () => {
    expect(field({ type: "boolean" }, false)).toEqual({ it: false });
  });

  test("a choice sends its own value, whatever the select can hold", () => {
    expect(field({ oneOf: [{ const: 1, title: "One" }, { const: 2, title: "Two" }] }, "2")).toEqual({ it: 2 });
  });

  test("a pattern holds", () => {
    expect(field({ type: "string", pattern: "^[a-z]+$" }, "ABC")).toEqual({ it: "malformed" });
  });
});
