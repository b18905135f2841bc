import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo } from "react";
import { type DefaultValues, type FieldErrors, useForm, type UseFormReturn } from "react-hook-form";
import type { ZodType } from "zod";

import { ApiError } from "@/api/error";
import type { FormValues } from "@/lib/drafts";
import { useTyped } from "@/lib/use-typed";

interface Checks<Values extends FormValues, Checked> {
  schema: ZodType<Checked, Values>;
  /** The refusal of the last try: its sentences stand at their fields. */
  refusal?: unknown;
  /** The field of each path that the server names, where the two have different names. */
  places?: Readonly<Record<string, string>>;
}

interface Options<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** Under which the browser keeps what is typed (`draftKey`). */
  draft: string;
  /** The form as it begins, and the fields that it has. */
  blank: Values;
}

interface Stored<Values extends FormValues, Checked> extends Checks<Values, Checked> {
  /** What is stored: the fields hold it, also when it changes there. */
  values: Values;
  /** Stores what was typed. */
  type: (values: Values) => void;
}

export interface KeptForm<Values extends FormValues, Checked> {
  form: UseFormReturn<Values, unknown, Checked>;
  /** When what stands in the fields was typed, where it was found as the form opened. */
  foundAt: number | null;
  /** It was done, or thrown away. */
  discard: () => void;
}

// the same at each render: new errors would clear those that the form has found by itself
const NO_PLACES = {};
const NO_FIELDS = {};

/** A form whose text is kept in this browser at every letter, checked by its schema and by the server's answer. */
export function useKeptForm<Values extends FormValues, Checked>({
  draft,
  blank,
  ...checks
}: Options<Values, Checked>): KeptForm<Values, Checked> {
  const { values, foundAt, type, discard } = useTyped(draft, blank);
  return { form: useStoredForm({ ...checks, values, type }), foundAt, discard };
}

/** The same for a form whose text is stored by its caller, such as among the drafts of an item. */
export function useStoredForm<Values extends FormValues, Checked>({
  values,
  type,
  schema,
  refusal = null,
  places = NO_PLACES,
}: Stored<Values, Checked>): UseFormReturn<Values, unknown, Checked> {
  const form = useForm<Values, unknown, Checked>({
    resolver: useMemo(() => zodResolver(schema), [schema]),
    defaultValues: values as DefaultValues<Values>,
    errors: useMemo(() => serverErrors(fieldsOf(refusal), places) as FieldErrors<Values>, [refusal, places]),
  });

  const store = useEffectEvent(type);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: (state) => store(state.values) }), [form]);
  // thrown away, or typed in another tab
  const stored = JSON.stringify(values);
  useEffect(() => {
    const now = JSON.parse(stored) as Values;
    const isOther = Object.entries(now).some(([name, value]) => form.getValues()[name] !== value);
    if (isOther) form.reset(now, { keepErrors: true, keepIsSubmitted: true });
  }, [form, stored]);
  return form;
}

/** The server's sentences as react-hook-form has them, by field. */
export function serverErrors(fields: Readonly<Record<string, string[]>>, places: Readonly<Record<string, string>> = {}) {
  const entries = Object.entries(fields).map(([path, sentences]) => [
    places[path] ?? path,
    { type: "server", message: sentences.join(" ") },
  ]);
  return Object.fromEntries(entries) as Record<string, { type: string; message: string }>;
}

const fieldsOf = (refusal: unknown) => (refusal instanceof ApiError ? refusal.fields : NO_FIELDS);
