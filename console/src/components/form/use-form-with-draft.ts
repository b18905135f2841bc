import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { type DefaultValues, type FieldErrors, type Resolver, useForm, type UseFormReturn } from "react-hook-form";
import { type $ZodType, safeParse } from "zod/v4/core";

import type { FormValues } from "@/lib/drafts";
import { useTyped } from "@/lib/use-typed";

interface Checks<Values extends FormValues, Checked> {
  schema: $ZodType<Checked, Values>;
  /** The refusal of the last try: its sentences stand at their fields. */
  refusal?: unknown;
  /** The field of each path that the server names, where the two have different names. */
  places?: Readonly<Record<string, string>>;
  /** What the schema finds is said in an alert, one at a time. */
  alert?: boolean;
}

interface DraftOptions<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** The key under which the browser stores what is typed (`draftKey`). */
  draft: string;
  /** The form as it begins, and the fields that it has. */
  blank: Values;
}

interface ValuesOptions<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** The stored values: the fields show them, also when they change there. */
  values: Values;
  /** Stores what was typed. */
  type: (values: Values) => void;
  /** Deletes what was typed. */
  discard: () => void;
  /** The form as it begins, where `values` hold what was typed too. */
  blank?: Values;
}

/** The refusal of the last try, and the form's fields that it names. */
export interface Refused {
  refusal: unknown;
  fields: readonly string[];
  /** What it says of them. */
  sentences: string;
}

/** A form and its draft, for `Form` and `FormDialog`. */
export interface FormWithDraft<Values extends FormValues, Checked> {
  methods: UseFormReturn<Values, unknown, Checked>;
  refused: Refused;
  /** The time of the draft that filled the form when it opened; null without one. */
  foundAt: number | null;
  /** Deletes what was typed: after it was sent, or on request. */
  discard: () => void;
  /** Whether the schema refuses this field when it is empty, beside what now stands in the others. */
  isRequired: (name: string) => boolean;
  /** Something in the fields differs from the form as it begins. */
  isChanged: boolean;
  /** Something in the fields is stored nowhere, and is not on its way: it is lost with the form. */
  isUnsaved: () => boolean;
  alert: boolean;
  /** Of what the schema made of the fields, that which differs from the form as it begins. */
  changed: (checked: Checked) => Partial<Checked>;
}

// the same objects at each render: new errors would clear those that the form has found by itself
const NO_PLACES = {};
const NO_FIELDS = {};

/** A form whose text is stored in this browser at every key, checked by its schema and by the server's answer. */
export function useFormWithDraft<Values extends FormValues, Checked>({
  draft,
  blank,
  ...checks
}: DraftOptions<Values, Checked>): FormWithDraft<Values, Checked> {
  const { values, foundAt, type, discard } = useTyped(draft, blank);
  return { ...useFormWithValues({ ...checks, values, type, discard, blank }), foundAt };
}

/** The same for a form whose text is stored by its caller, such as among the drafts of an item. */
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

  // what the form is filled with is stored already: storing it again would write over what another tab has typed since
  const isFilling = useRef(false);
  const store = useEffectEvent((typed: Values) => {
    if (!isFilling.current) type(typed);
  });
  useEffect(() => methods.subscribe({ formState: { values: true }, callback: (state) => store(state.values) }), [methods]);
  // discarded, or typed in another tab
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

/** Of what a form finds wrong, the first alone. */
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

/** What the schema makes of several fields under a name of its own counts as changed when a field without one is. */
function changesOf<Checked>(checked: Checked, typed: FormValues, blank: FormValues): Partial<Checked> {
  const entries = Object.entries(checked as Record<string, unknown>);
  const isChanged = (name: string) => typed[name] !== blank[name];
  const isMadeAnew = Object.keys(blank).some((name) => isChanged(name) && entries.every(([made]) => made !== name));
  return Object.fromEntries(entries.filter(([name]) => (name in blank ? isChanged(name) : isMadeAnew))) as Partial<Checked>;
}

/** The server's sentences as react-hook-form takes them, by field. */
function serverErrors(fields: Readonly<Record<string, string[]>>, places: Readonly<Record<string, string>>) {
  const entries = Object.entries(fields).map(([path, sentences]) => [
    places[path] ?? path,
    { type: "server", message: sentences.join(" ") },
  ]);
  return Object.fromEntries(entries) as Record<string, { type: string; message: string }>;
}

/** Both the API's error and the refusal of an item have the sentences by field. */
function fieldsOf(refusal: unknown): Readonly<Record<string, string[]>> {
  const { fields } = (refusal ?? {}) as { fields?: Record<string, string[]> };
  return fields ?? NO_FIELDS;
}
