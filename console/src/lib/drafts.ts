/** Drafts: unsent input for a task or another form, stored in this browser until it is sent or discarded. */
export interface Draft {
  /** The outcome whose form was open, to open it again; null for none. */
  open: string | null;
  /** The forms with typed values, by outcome. */
  forms: Record<string, DraftForm>;
}

export interface DraftForm {
  at: number;
  values: FormValues;
  /** The titles of the fields, so that the text can be shown even if its form no longer exists. */
  titles: Record<string, string>;
  /** Copied from the server, not typed in this browser; removed when the server no longer has it. */
  copied?: boolean;
  /**
   * The last two versions of this form that this browser sent to the server. The server may return them later than
   * newer text was typed.
   */
  sent?: FormValues[];
}

export type FormValues = Record<string, string | boolean>;

const PREFIX = "draft.";
const DROPPED = "dropped.";
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60_000; // product.md, Drafts
const listeners = new Set<() => void>();
const parsed = new Map<string, { text: string; draft: Draft }>();
/** Drafts that did not fit into local storage, kept in memory. */
const unstored = new Map<string, string>();

/**
 * `thing`: the number of a task, for the forms of its outcomes; for other forms, their name and the number of their
 * subject.
 */
export const draftKey = (userId: number, thing: number | string): string => `${PREFIX}${userId}.${thing}`;

/** The note for assigning several items; the selection itself is not part of the draft. */
export const SEVERAL = "assign";

/** The draft under a key; the same object as long as nothing changes. */
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

/** Calls `listener` when a draft changes in this tab or in another one. Returns a function that stops this. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * Removes one form from a draft, because it was sent or discarded at this time. All tabs of the browser remember the
 * time, because later answers of the server may still contain the form.
 */
export function dropForm(key: string, name: string, at: number): void {
  try {
    localStorage.setItem(DROPPED + key, JSON.stringify({ ...droppedFrom(key), [name]: at }));
  } catch {
    // storage is full; the server deletes the form too, so only an older answer could bring it back
  }
  const draft = readDraft(key);
  if (!draft) return;
  const forms = Object.entries(draft.forms).filter(([other]) => other !== name);
  writeDraft(key, { ...draft, forms: Object.fromEntries(forms) });
}

/** When a form was last dropped from a draft; 0 if never. */
export function droppedAt(key: string, name: string): number {
  return droppedFrom(key)[name] ?? 0;
}

/** Removes drafts that have not changed for a week. */
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
