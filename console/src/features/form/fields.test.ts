import { describe, expect, test } from "vitest";

import { REJECT } from "@/testing/desk/factories";

import { controlValues, initialValues, readFields, UnknownFieldError } from "./fields";

const form = (properties: object, required: string[] = []) => readFields({ type: "object", properties, required });

describe("a form that the server describes", () => {
  test("has its fields in the order of its properties, with the control that fits each", () => {
    const fields = readFields(REJECT.form ?? {});
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["reason", "choice", true],
      ["facts", "textarea", true],
    ]);
    expect(fields[0]?.choices[0]).toEqual({
      key: "fake",
      value: "fake",
      title: "Fake",
      description: "Not based on a real experience.",
      prefill: {},
    });
    expect(fields[1]).toMatchObject({ maxLength: 40, description: "Quoted to the author word for word." });
  });

  test.each([
    [{ type: "string" }, "text"],
    [{ type: "string", format: "date" }, "date"],
    [{ type: "string", format: "date-time" }, "moment"],
    [{ type: "integer" }, "integer"],
    [{ type: "integer", "x-widget": "stars" }, "stars"],
    [{ type: "number" }, "number"],
    [{ type: "boolean" }, "switch"],
    [{ enum: ["a", "b"] }, "choice"],
  ])("draws %j as %s", (property, kind) => {
    expect(form({ field: property })[0]?.kind).toBe(kind);
  });

  test("may leave a field out by allowing null", () => {
    const [field] = form({ notes: { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }], title: "Notes" } });
    expect(field).toMatchObject({ kind: "text", title: "Notes", maxLength: 9, required: false });
  });

  test("with a field that the console cannot draw is refused whole, so that nothing is left out unseen", () => {
    expect(() => form({ files: { type: "array" } })).toThrow(UnknownFieldError);
  });

  test("begins with its defaults", () => {
    const fields = form({
      days: { type: "integer", default: 3 },
      tell: { type: "boolean", default: true },
      note: { type: "string" },
    });
    expect(initialValues(fields)).toEqual({ days: "3", tell: true, note: "" });
  });

  test("shows a moment that the server has in the person’s own time, and leaves what was typed here", () => {
    const fields = form({ until: { type: "string", format: "date-time" }, why: { type: "string" } });
    const here = (iso: string) => controlValues(fields, { until: iso, why: "Z" });
    const at = new Date("2026-11-26T14:30");
    expect(here(at.toISOString())).toEqual({ until: "2026-11-26T14:30", why: "Z" });
    expect(here("2026-11-26T14:30")).toEqual({ until: "2026-11-26T14:30", why: "Z" });
  });

  test("begins with the author’s name while nothing is written, and never puts back a name that was left out", () => {
    const fields = form({
      words: { type: "string", "x-subject": "text" },
      name: { type: "string", "x-subject": "shown_as", "x-unwritten": "author_name" },
    });
    const begins = (text: string, shownAs: string) => initialValues(fields, { text, shown_as: shownAs, author_name: "Agnes Tomlinson" });
    expect(begins("", "")).toEqual({ words: "", name: "Agnes Tomlinson" });
    expect(begins("They mended my roof.", "")).toEqual({ words: "They mended my roof.", name: "" });
    expect(begins("", "Agnes T.")).toEqual({ words: "", name: "Agnes T." });
  });
});
