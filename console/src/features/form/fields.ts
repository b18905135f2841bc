import type { ReactNode } from "react";

import type { FormValues } from "@/lib/drafts";

/** A field of an outcome's form, in the shape that the console renders. */
export interface FormField {
  name: string;
  title: string;
  description: string | null;
  /** Shown below the field instead of its description, for content that is more than text. */
  hint?: ReactNode;
  required: boolean;
  kind: "choice" | "text" | "textarea" | "number" | "integer" | "stars" | "switch" | "date" | "moment";
  choices: Choice[];
  minLength: number | null;
  maxLength: number | null;
  pattern: string | null;
  minimum: number | null;
  maximum: number | null;
  initial: string | boolean;
  /** The field of the subject with which it is prefilled; null for none. */
  subject: string | null;
  /** Shown as text until the person chooses to change it. */
  folded: boolean;
  /** The placeholder until a choice is made that fills the field. */
  placeholder: string | null;
  /** The subject's field with which it is prefilled while all fields of the form are empty; null for none. */
  unwritten: string | null;
  /** Shows the text's length below the field from the first character on. */
  counted?: boolean;
}

interface Choice {
  /** The value of the option in the select; `value` is what is sent. */
  key: string;
  value: unknown;
  title: string;
  description: string | null;
  /** The values that this choice fills into other fields, by field name. */
  prefill: Record<string, string>;
}

/** Widgets of fields that `features/reply` renders. */
const OF_REPLIES: ReadonlySet<unknown> = new Set(["attachments", "people"]);

type Schema = Record<string, unknown>;

/** The server sent a form that this console cannot render completely, so it renders none. */
export class UnknownFieldError extends Error {
  override readonly name = "UnknownFieldError";
}

/**
 * Reads an outcome's form, a JSON Schema (draft 2020-12) of one flat object; fields in the order of its properties.
 * Fields for files and people are left out: see `filesOf` and `peopleOf`. Throws `UnknownFieldError`.
 */
export function readFields(schema: Schema): FormField[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = asSchema(schema.properties ?? {});
  return Object.entries(properties)
    .filter(([, property]) => !OF_REPLIES.has(asSchema(property)["x-widget"]))
    .map(([name, property]) => readField(name, asSchema(property), required.has(name)));
}

/** The form's field for the files of a message; undefined if it has none. */
export function filesOf(schema: Schema): string | undefined {
  const properties = asSchema(schema.properties ?? {});
  return Object.keys(properties).find((name) => asSchema(properties[name])["x-widget"] === "attachments");
}

/** The form's fields for people: those who get no copy of a reply, and those who get an additional one. */
export function peopleOf(schema: Schema): string[] {
  const properties = asSchema(schema.properties ?? {});
  return Object.keys(properties).filter((name) => asSchema(properties[name])["x-widget"] === "people");
}

/** The values of an untouched form. `subject`: the source of prefilled values. */
export function initialValues(fields: readonly FormField[], subject: object = {}): Record<string, string | boolean> {
  const had = subject as Readonly<Record<string, unknown>>;
  const written = ({ kind, subject: name }: FormField) => (name === null ? "" : initialOf(kind, had[name]));
  const isUnwritten = fields.every((field) => written(field) === "");
  return Object.fromEntries(
    fields.map((field) => {
      if (isUnwritten && field.unwritten !== null) return [field.name, initialOf(field.kind, had[field.unwritten])];
      return [field.name, field.subject === null ? field.initial : written(field)];
    }),
  );
}

/** The values of a draft in the format of the controls: drafts from the server have their times in UTC. */
export function controlValues(fields: readonly FormField[], draft: FormValues = {}): FormValues {
  const moments = fields.filter(({ kind }) => kind === "moment").map(({ name }) => name);
  return Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, moments.includes(name) ? inLocalTime(value) : value]));
}

/** A value without a time zone stays unchanged. */
function inLocalTime(value: string | boolean): string | boolean {
  if (typeof value !== "string" || !/(Z|[+-]\d\d:?\d\d)$/.test(value)) return value;
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-11-26T14:30".length);
}

/** Whether an outcome sends a reply to a client. */
export const isReply = ({ form }: { form: Schema | null }): boolean => filesOf(form ?? {}) !== undefined;

/** Whether an outcome's form is beside the item, because it is filled in while the item is read or heard. */
export const isBeside = (schema: Schema | null): boolean => schema?.["x-place"] === "beside";

function readField(name: string, outer: Schema, required: boolean): FormField {
  const inner = withoutNull(outer);
  const kind = kindOf(name, inner);
  return {
    name,
    title: text(outer.title) ?? text(inner.title) ?? name,
    description: text(outer.description) ?? text(inner.description),
    required,
    kind,
    choices: kind === "choice" ? choicesOf(inner) : [],
    minLength: number(inner.minLength),
    maxLength: number(inner.maxLength),
    pattern: text(inner.pattern),
    minimum: number(inner.minimum),
    maximum: number(inner.maximum),
    initial: initialOf(kind, outer.default),
    subject: text(outer["x-subject"]),
    unwritten: text(outer["x-unwritten"]),
    folded: outer["x-folded"] === true,
    placeholder: text(outer["x-placeholder"]),
  };
}

/** `anyOf: [{…}, {type: null}]` means that a field is optional. */
function withoutNull(schema: Schema): Schema {
  const members = Array.isArray(schema.anyOf) ? schema.anyOf.map(asSchema).filter(({ type }) => type !== "null") : [];
  return members.length === 1 && members[0] ? { ...schema, ...members[0] } : schema;
}

function kindOf(name: string, schema: Schema): FormField["kind"] {
  if (Array.isArray(schema.oneOf) || Array.isArray(schema.enum)) return "choice";
  switch (schema.type) {
    case "string":
      if (schema["x-widget"] === "textarea") return "textarea";
      if (schema.format === "date") return "date";
      return schema.format === "date-time" ? "moment" : "text";
    case "integer":
      return schema["x-widget"] === "stars" ? "stars" : "integer";
    case "number":
      return "number";
    case "boolean":
      return "switch";
    default:
      throw new UnknownFieldError(name);
  }
}

function choicesOf(schema: Schema): Choice[] {
  const members = Array.isArray(schema.oneOf)
    ? schema.oneOf.map(asSchema)
    : (schema.enum as unknown[]).map((value): Schema => ({ const: value }));
  return members.map((member) => ({
    key: String(member.const),
    value: member.const,
    title: text(member.title) ?? String(member.const),
    description: text(member.description),
    prefill: textsOf(asSchema(member["x-prefill"])),
  }));
}

function initialOf(kind: FormField["kind"], value: unknown): string | boolean {
  if (kind === "switch") return value === true;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}

function textsOf(schema: Schema): Record<string, string> {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => typeof value === "string")) as Record<string, string>;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
