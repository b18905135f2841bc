import { z } from "zod";

import type { FormField } from "./fields";
import { lengthOf } from "./length";

/** The sentences that a field answers with, in the words of the catalogue. */
export interface FieldWords {
  choose: string;
  fill: string;
  notANumber: string;
  notADate: string;
  malformed: string;
  tooShort: (count: number) => string;
  tooLong: (count: number) => string;
  tooSmall: (limit: number) => string;
  tooLarge: (limit: number) => string;
}

/** The check of a whole form. It reads what the controls hold, text and ticks, and gives what is sent. */
export function zodOf(fields: readonly FormField[], words: FieldWords) {
  return z
    .object(Object.fromEntries(fields.map((field) => [field.name, checkOf(field, words)])))
    .transform(withoutBlanks);
}

function checkOf(field: FormField, words: FieldWords): z.ZodType<unknown, string | boolean> {
  switch (field.kind) {
    case "switch":
      return z.boolean();
    case "choice":
      return choice(field, words);
    case "number":
    case "integer":
      return filled(field, words.fill, number(field, words));
    case "date":
    case "moment":
      return filled(field, words.fill, moment(field, words));
    case "text":
    case "textarea":
      return filled(field, words.fill, text(field, words));
  }
}

function choice(field: FormField, words: FieldWords): z.ZodType<unknown, string> {
  const find = (key: string) => field.choices.find((one) => one.key === key);
  const known = z
    .string()
    .refine((key) => find(key) !== undefined, words.choose)
    .transform((key) => find(key)?.value);
  return field.required ? known : z.literal("").transform(() => undefined).or(known);
}

/** Blank is refused where the field is required, and nothing where it is not. */
function filled(field: FormField, blank: string, check: z.ZodType<unknown, string>): z.ZodType<unknown, string> {
  const trimmed = z.string().trim();
  if (field.required) return trimmed.min(1, { error: blank, abort: true }).pipe(check);
  return trimmed.pipe(z.literal("").transform(() => undefined).or(check));
}

function text({ minLength, maxLength, pattern }: FormField, words: FieldWords): z.ZodType<unknown, string> {
  let check = z.string();
  if (minLength !== null) check = check.refine((value) => lengthOf(value) >= minLength, words.tooShort(minLength));
  if (maxLength !== null) check = check.refine((value) => lengthOf(value) <= maxLength, words.tooLong(maxLength));
  if (pattern !== null) check = check.regex(new RegExp(pattern, "u"), words.malformed);
  return check;
}

function number({ kind, minimum, maximum }: FormField, words: FieldWords): z.ZodType<unknown, string> {
  let check = kind === "integer" ? z.int(words.notANumber) : z.number(words.notANumber);
  if (minimum !== null) check = check.min(minimum, words.tooSmall(minimum));
  if (maximum !== null) check = check.max(maximum, words.tooLarge(maximum));
  return z.string().transform(Number).pipe(check);
}

/** A date goes as it is; a moment is typed in the person's own time and goes as UTC. */
function moment({ kind }: FormField, words: FieldWords): z.ZodType<unknown, string> {
  return z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), words.notADate)
    .transform((value) => (kind === "date" ? value : new Date(value).toISOString()));
}

function withoutBlanks(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
