import { useCallback, useState, useSyncExternalStore } from "react";

import { type DraftForm, type FormValues, readDraft, subscribeDrafts, writeDraft } from "./drafts";

/** The one form under its key. */
const FORM = "typed";

interface Typed<V extends FormValues> {
  /** What stands in the fields. */
  values: V;
  /** When that was typed, where it was found as the form opened. */
  foundAt: number | null;
  type: (part: Partial<V>) => void;
  /** The draft was sent or discarded. */
  discard: () => void;
}

/**
 * What one person types into a form, kept in this browser at every letter until it is done or thrown away: it outlives
 * the form, its page and its tab. `blank` is the form as it begins, and the fields that it has: only what differs from
 * that is kept, so that a draft brings back no value that nobody typed and that has changed since.
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

/** The fields that differ from the form as it begins. */
function changesOf(values: FormValues, blank: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== blank[name]));
}

/** Whether the changes are more than spaces around what stood there. */
function saysMore(changes: FormValues, blank: FormValues): boolean {
  const trimmed = (value: string | boolean | undefined) => (typeof value === "string" ? value.trim() : value);
  return Object.entries(changes).some(([name, value]) => trimmed(value) !== trimmed(blank[name]));
}

/** Fields that the form has no more, or has otherwise, are left out. */
function withKept<V extends FormValues>(blank: V, kept: DraftForm | undefined): V {
  const known = Object.entries(kept?.values ?? {}).filter(([name, value]) => typeof value === typeof blank[name]);
  return { ...blank, ...Object.fromEntries(known) };
}
