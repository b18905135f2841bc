/** Drafts: unsent input for a task or another form, stored in this browser until it is sent or discarded. */
export interface Draft {
  /** The outcome whose form stood open, to be opened again. */
  open: string | null;
  /** What was typed, by outcome. */
  forms: Record<string, DraftForm>;
}

export interface DraftForm {
  at: number;
  values: FormValues;
  /** The fields' titles, so that the text can be shown where its form is no more. */
  titles: Record<string, string>;
  /** Not typed in this browser, but copied from the server: it goes when the server has it no more. */
  copied?: boolean;
  /** What this browser sent to the server of this form, the newest two: it may come back from there later than newer words. */
  sent?: FormValues[];
}

export type FormValues = Record<string, string | boolean>;

const PREFIX = "draft.";
const DROPPED = "dropped.";
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60_000; // product.md, Drafts
const listeners = new Set<() => void>();
const parsed = new Map<string, { text: string; draft: Draft }>();
/** Drafts that did not fit into local storage: stored in memory. */
const unstored = new Map<string, string>();

/** `thing`: a task, for the forms of its outcomes; any other form's name with the number of what it is about. */
export const draftKey = (userId: number, thing: number | string): string => `${PREFIX}${userId}.${thing}`;

/** The note for assigning several items; the selection itself is not part of the draft. */
export const SEVERAL = "assign";

/** The draft under a key; the same object for as long as nothing changed. */
export function readDraft(key: string): Draft | null {
  const text = unstored.get(key) ?? localStorage.getItem(key);
  if (text === null) return null;
  const before = parsed.get(key);
  if (before?.text === text) return before.draft;
  const draft = parse(text);
  if (draft) parsed.set(key, { text, draft });
  return draft;
}

/** Stores a draft; an empty draft is removed. */
export function writeDraft(key: string, draft: Draft | null): void {
  unstored.delete(key);
  if (!draft || (draft.open === null && Object.keys(draft.forms).length === 0)) localStorage.removeItem(key);
  else store(key, JSON.stringify(draft));
  listeners.forEach((listener) => listener());
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * Removes one form from a draft, because it was sent or discarded at this time. Every tab of the browser remembers
 * the time: older answers of the server may still contain the form.
 */
export function dropForm(key: string, name: string, at: number): void {
  try {
    localStorage.setItem(DROPPED + key, JSON.stringify({ ...droppedFrom(key), [name]: at }));
  } catch {
    // no room: the server has deleted the form too, so only an old answer could bring it back
  }
  const draft = readDraft(key);
  if (!draft) return;
  const forms = Object.entries(draft.forms).filter(([other]) => other !== name);
  writeDraft(key, { ...draft, forms: Object.fromEntries(forms) });
}

/** The time when a form was last dropped from a draft; 0 for never. */
export function droppedAt(key: string, name: string): number {
  return droppedFrom(key)[name] ?? 0;
}

/** Removes the drafts that nobody changed for a week. */
export function forgetOldDrafts(now = Date.now()): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  const isOld = (at: number) => now - at >= DRAFT_LIFETIME_MS;
  for (const key of keys) {
    if (key.startsWith(PREFIX) && Object.values(readDraft(key)?.forms ?? {}).every(({ at }) => isOld(at))) localStorage.removeItem(key);
    if (key.startsWith(DROPPED) && Object.values(droppedFrom(key.slice(DROPPED.length))).every(isOld)) localStorage.removeItem(key);
  }
}

/** Whether anything was typed or chosen. */
export function holdsText({ values }: DraftForm): boolean {
  return Object.values(values).some((value) => (typeof value === "string" ? value.trim() !== "" : value));
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
}

function droppedFrom(key: string): Record<string, number> {
  try {
    return (JSON.parse(localStorage.getItem(DROPPED + key) ?? "{}") as Record<string, number> | null) ?? {};
  } catch {
    return {};
  }
}

function parse(text: string): Draft | null {
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    return draft?.forms ? { open: draft.open ?? null, forms: draft.forms } : null;
  } catch {
    return null;
  }
}
