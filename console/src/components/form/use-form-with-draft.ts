import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { type DefaultValues, type FieldErrors, type Resolver, useForm, type UseFormReturn } from "react-hook-form";
import { type $ZodType, safeParse } from "zod/v4/core";

import type { FormValues } from "@/lib/drafts";
import { useTyped } from "@/lib/use-typed";

interface Checks<Values extends FormValues, Checked> {
  schema: $ZodType<Checked, Values>;
  /** The refusal of the last attempt; its sentences are shown at their fields. */
  refusal?: unknown;
  /** The form's field for each path in the server's errors, if their names differ. */
  places?: Readonly<Record<string, string>>;
  /** Shows the schema's errors in an alert, one at a time. */
  alert?: boolean;
}

interface DraftOptions<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** The key under which the browser stores what is typed (`draftKey`). */
  draft: string;
  /** The initial values, which define the form's fields. */
  blank: Values;
}

interface ValuesOptions<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** The stored values. The fields show them, and follow when they change. */
  values: Values;
  /** Stores the values on each change. */
  type: (values: Values) => void;
  /** Deletes the stored values. */
  discard: () => void;
  /** The initial values, if `values` already include what was typed. */
  blank?: Values;
}

/** The refusal of the last attempt, and the form's fields that it names. */
export interface Refused {
  refusal: unknown;
  fields: readonly string[];
  /** The sentences about these fields. */
  sentences: string;
}

/** A form and its draft, for `Form` and `FormDialog`. */
export interface FormWithDraft<Values extends FormValues, Checked> {
  methods: UseFormReturn<Values, unknown, Checked>;
  refused: Refused;
  /** When the draft was stored that filled the form on opening; null without one. */
  foundAt: number | null;
  /** Deletes the draft: after submission, or on request. */
  discard: () => void;
  /** Whether the schema refuses an empty value in this field, given the current values of the others. */
  isRequired: (name: string) => boolean;
  /** The fields differ from the initial values. */
  isChanged: boolean;
  /** The fields hold a value that is neither stored nor in flight: it would be lost with the form. */
  isUnsaved: () => boolean;
  alert: boolean;
  /** The checked values that differ from the initial ones. */
  changed: (checked: Checked) => Partial<Checked>;
}

// constants, so that each render passes the same object: new errors would clear those that the form itself has found
const NO_PLACES = {};
const NO_FIELDS = {};

/** A form whose values are stored in this browser at every key, checked by its schema and by the server's answer. */
export function useFormWithDraft<Values extends FormValues, Checked>({
  draft,
  blank,
  ...checks
}: DraftOptions<Values, Checked>): FormWithDraft<Values, Checked> {
  const { values, foundAt, type, discard } = useTyped(draft, blank);
  return { ...useFormWithValues({ ...checks, values, type, discard, blank }), foundAt };
}

/** Like `useFormWithDraft`, but the caller stores the values, such as among the drafts of an item. */
export function useFormWithValues<Values extends FormValues, Checked>({
  values,
  type,
  discard,
  blank = values,
  schema,
  refusal = null,
  places = NO_PLACES,
  alert = false,
}: ValuesOptions<Values, Checked>): FormWithDraft<Values, Checked> {
  const errors = useMemo(() => serverErrors(fieldsOf(refusal), places), [refusal, places]);
  const methods = useForm<Values, unknown, Checked>({
    resolver: useMemo(() => (alert ? firstOf(zodResolver(schema)) : zodResolver(schema)), [schema, alert]),
    defaultValues: values as DefaultValues<Values>,
    errors: errors as FieldErrors<Values>,
  });

  // true while the form is filled with stored values: storing them again would overwrite what another tab has typed
  // since
  const isFilling = useRef(false);
  const store = useEffectEvent((typed: Values) => {
    if (!isFilling.current) type(typed);
  });
  useEffect(() => methods.subscribe({ formState: { values: true }, callback: (state) => store(state.values) }), [methods]);
  // runs after the draft was discarded, or changed in another tab
  const stored = JSON.stringify(values);
  useEffect(() => {
    const now = JSON.parse(stored) as Values;
    const isOther = Object.entries(now).some(([name, value]) => methods.getValues()[name] !== value);
    if (!isOther) return;
    isFilling.current = true;
    methods.reset(now, { keepErrors: true, keepIsSubmitted: true });
    isFilling.current = false;
  }, [methods, stored]);

  const refused = useMemo(() => {
    const sentences = Object.values(errors).map(({ message }) => message);
    return { refusal, fields: Object.keys(errors), sentences: sentences.join(" ") };
  }, [refusal, errors]);
  const isRequired = (name: string) => refusesEmpty(schema, methods.getValues(), name);
  const isChanged = Object.entries(values).some(([name, value]) => value !== blank[name]);
  const isUnsaved = () => !methods.formState.isSubmitting && Object.entries(methods.getValues()).some(([name, value]) => value !== values[name]);
  return { methods, refused, foundAt: null, discard, isRequired, isChanged, isUnsaved, alert, changed: (checked) => changesOf(checked, methods.getValues(), blank) };
}

/** Keeps only the first of the errors that the resolver finds. */
function firstOf<Values extends FormValues, Checked>(all: Resolver<Values, unknown, Checked>): Resolver<Values, unknown, Checked> {
  return async (...given) => {
    const found = await all(...given);
    return { ...found, errors: Object.fromEntries(Object.entries(found.errors).slice(0, 1)) } as typeof found;
  };
}

function refusesEmpty(schema: $ZodType, values: FormValues, name: string): boolean {
  if (!(name in values)) return false;
  const empty = typeof values[name] === "boolean" ? false : "";
  const { error } = safeParse(schema, { ...values, [name]: empty });
  return error?.issues.some(({ path }) => path[0] === name) ?? false;
}

/**
 * The changed values. A value that the schema computes from several fields counts as changed when one of these fields
 * is.
 */
function changesOf<Checked>(checked: Checked, typed: FormValues, blank: FormValues): Partial<Checked> {
  const entries = Object.entries(checked as Record<string, unknown>);
  const isChanged = (name: string) => typed[name] !== blank[name];
  const isMadeAnew = Object.keys(blank).some((name) => isChanged(name) && entries.every(([made]) => made !== name));
  return Object.fromEntries(entries.filter(([name]) => (name in blank ? isChanged(name) : isMadeAnew))) as Partial<Checked>;
}

/** The server's sentences as react-hook-form errors, by field. */
function serverErrors(fields: Readonly<Record<string, string[]>>, places: Readonly<Record<string, string>>) {
  const entries = Object.entries(fields).map(([path, sentences]) => [
    places[path] ?? path,
    { type: "server", message: sentences.join(" ") },
  ]);
  return Object.fromEntries(entries) as Record<string, { type: string; message: string }>;
}

/** The sentences by field, from the API's error or the refusal of an item. */
function fieldsOf(refusal: unknown): Readonly<Record<string, string[]>> {
  const { fields } = (refusal ?? {}) as { fields?: Record<string, string[]> };
  return fields ?? NO_FIELDS;
}
