import * as z from "zod/mini";

import { lengthOf } from "@/lib/length";

import type { FormField } from "./fields";

/** The error sentences of a field, from the catalogue. */
export interface FieldWords {
  choose: (field: string) => string;
  fill: string;
  notANumber: string;
  notADate: string;
  malformed: string;
  tooShort: (count: number) => string;
  tooLong: (count: number) => string;
  tooSmall: (limit: number) => string;
  tooLarge: (limit: number) => string;
}

type Check<Input> = z.ZodMiniType<unknown, Input>;

/** The schema of a whole form. Input: the controls' values, texts and checkboxes; output: the values to be sent. */
export function zodOf(fields: readonly FormField[], words: FieldWords) {
  const checks = fields.map((field) => [field.name, checkOf(field, words)] as const);
  return z.pipe(z.object(Object.fromEntries(checks)), z.transform(withoutBlanks));
}

function checkOf(field: FormField, words: FieldWords): Check<string | boolean> {
  switch (field.kind) {
    case "switch":
      return z.boolean();
    case "choice":
      return choice(field, words);
    case "number":
    case "integer":
    case "stars":
      return filled(field, words.fill, number(field, words));
    case "date":
    case "moment":
      return filled(field, words.fill, moment(field, words));
    case "text":
    case "textarea":
      return filled(field, words.fill, text(field, words));
  }
}

function choice(field: FormField, words: FieldWords): Check<string> {
  const find = (key: string) => field.choices.find((one) => one.key === key);
  const known = z.pipe(
    z.string().check(
      z.minLength(1, { error: words.fill, abort: true }),
      z.refine((key) => find(key) !== undefined, words.choose(field.title)),
    ),
    z.transform((key: string) => find(key)?.value),
  );
  return field.required ? known : z.union([blank, known]);
}

/** Refuses a blank value if the field is required; otherwise a blank value is accepted and not sent. */
function filled(field: FormField, missing: string, check: Check<string>): Check<string> {
  const trimmed = z.string().check(z.trim());
  if (field.required) return z.pipe(trimmed.check(z.minLength(1, { error: missing, abort: true })), check);
  return z.pipe(trimmed, z.union([blank, check]));
}

const blank = z.pipe(
  z.literal(""),
  z.transform(() => undefined),
);

function text({ minLength, maxLength, pattern }: FormField, words: FieldWords): Check<string> {
  const checks = [
    minLength !== null && z.refine<string>((value) => lengthOf(value) >= minLength, words.tooShort(minLength)),
    maxLength !== null && z.refine<string>((value) => lengthOf(value) <= maxLength, words.tooLong(maxLength)),
    pattern !== null && z.refine<string>((value) => new RegExp(pattern, "u").test(value), words.malformed),
  ];
  return z.string().check(...checks.filter((check) => check !== false));
}

function number({ kind, minimum, maximum }: FormField, words: FieldWords): Check<string> {
  const checks = [
    minimum !== null && z.refine<number>((value) => value >= minimum, words.tooSmall(minimum)),
    maximum !== null && z.refine<number>((value) => value <= maximum, words.tooLarge(maximum)),
  ];
  const whole = kind === "number" ? z.number(words.notANumber) : z.int(words.notANumber);
  return z.pipe(
    z.pipe(z.string(), z.transform(Number)),
    whole.check(...checks.filter((check) => check !== false)),
  );
}

/** A date is sent as it is; a date with a time is typed in the person's time zone and sent in UTC. */
function moment({ kind }: FormField, words: FieldWords): Check<string> {
  return z.pipe(
    z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), words.notADate)),
    z.transform((value: string) => (kind === "date" ? value : new Date(value).toISOString())),
  );
}

function withoutBlanks(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
