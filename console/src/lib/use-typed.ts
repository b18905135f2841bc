import { useCallback, useState, useSyncExternalStore } from "react";

import { type DraftForm, type FormValues, readDraft, subscribeDrafts, writeDraft } from "./drafts";

/** The name of the only form under its key. */
const FORM = "typed";

interface Typed<V extends FormValues> {
  /** The current values of the fields. */
  values: V;
  /** When the draft was typed that filled the form on opening; null without one. */
  foundAt: number | null;
  type: (part: Partial<V>) => void;
  /** Deletes the draft, because it was sent or discarded. */
  discard: () => void;
}

/**
 * The values that a person types into a form, stored in this browser at every key until the form is done or discarded:
 * they outlive the form, its page and its tab. `blank`: the initial values, which define the fields. Only values that
 * differ from `blank` are stored, so that a draft never restores an outdated value that nobody typed.
 */
export function useTyped<V extends FormValues>(key: string, blank: V): Typed<V> {
  const kept = useSyncExternalStore(subscribeDrafts, () => formOf(key));
  const [foundAt, setFoundAt] = useState(kept?.at ?? null);

  const type = useCallback(
    (part: Partial<V>) => {
      const values = changesOf({ ...withKept(blank, formOf(key)), ...part }, blank);
      const form = { at: Date.now(), values, titles: {} };
      writeDraft(key, saysMore(values, blank) ? { open: null, forms: { [FORM]: form } } : null);
    },
    [key, blank],
  );
  const discard = useCallback(() => {
    writeDraft(key, null);
    setFoundAt(null);
  }, [key]);

  return { values: withKept(blank, kept), foundAt, type, discard };
}

function formOf(key: string): DraftForm | undefined {
  return readDraft(key)?.forms[FORM];
}

/** The fields that differ from the initial values. */
function changesOf(values: FormValues, blank: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== blank[name]));
}

/** Whether the changes are more than surrounding spaces. */
function saysMore(changes: FormValues, blank: FormValues): boolean {
  const trimmed = (value: string | boolean | undefined) => (typeof value === "string" ? value.trim() : value);
  return Object.entries(changes).some(([name, value]) => trimmed(value) !== trimmed(blank[name]));
}

/**
 * The initial values with the stored ones applied. Stored fields that no longer exist, or have another type, are
 * ignored.
 */
function withKept<V extends FormValues>(blank: V, kept: DraftForm | undefined): V {
  const known = Object.entries(kept?.values ?? {}).filter(([name, value]) => typeof value === typeof blank[name]);
  return { ...blank, ...Object.fromEntries(known) };
}
