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
}

export type FormValues = Record<string, string | boolean>;

const PREFIX = "draft";
export const KEPT_MS = 7 * 24 * 60 * 60_000; // product.md, Drafts
const listeners = new Set<() => void>();
const parsed = new Map<string, { text: string; draft: Draft }>();
/** Drafts that did not fit into local storage: stored in memory. */
const unstored = new Map<string, string>();

/** `thing`: a task, for the forms of its outcomes; any other form's name with the number of what it is about. */
export const draftKey = (userId: number, thing: number | string): string => `${PREFIX}.${userId}.${thing}`;

/** The note for assigning several items; the selection itself is not part of the draft. */
export const SEVERAL = "assign";

/** The draft under a key; the same object for as long as nothing changed. */
export function readDraft(key: string): Draft | null {
  const text = unstored.get(key) ?? localStorage.getItem(key);
  if (text === null) return null;
  const known = parsed.get(key);
  if (known?.text === text) return known.draft;
  const draft = parse(text);
  if (draft) parsed.set(key, { text, draft });
  return draft;
}

/** Keeps a draft; one that holds nothing is removed. */
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

/** Removes what nobody came back to within a week. */
export function forgetOldDrafts(now = Date.now()): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of keys.filter((one) => one.startsWith(`${PREFIX}.`))) {
    const forms = Object.values(readDraft(key)?.forms ?? {});
    if (!forms.some((form) => now - form.at < KEPT_MS)) localStorage.removeItem(key);
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

function parse(text: string): Draft | null {
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    return draft?.forms ? { open: draft.open ?? null, forms: draft.forms } : null;
  } catch {
    return null;
  }
}
