import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

import type { ServerDraft, TaskDetail } from "@/api/types";
import { useMe } from "@/features/session/use-me";
import { clock } from "@/lib/clock";
import {
  type Draft,
  draftKey,
  type DraftForm,
  dropForm,
  droppedAt,
  holdsText,
  readDraft,
  subscribeDrafts,
  writeDraft,
} from "@/lib/drafts";

import { areEqual, deleteOnServer, newerDraft, saveOnServer, stopSaving } from "./server-draft";

export interface DraftActions {
  draft: Draft;
  /** Opens an outcome's form, or closes it (null); the typed values stay stored. */
  open: (outcome: string | null) => void;
  /** Stores the values of a form. */
  store: (outcome: string, form: DraftForm) => void;
  /** Removes a form that the server has accepted; the server deletes its own draft. */
  forget: (outcome: string) => void;
  /** Deletes the values of one form, or of all forms. */
  discard: (outcome?: string) => void;
}

const EMPTY: Draft = { open: null, forms: {} };

/** The person's draft of a task: stored in this browser at every key, on the server at every pause. */
export function useDraft(task: TaskDetail): DraftActions {
  const taskId = task.task_id;
  const key = draftKey(useMe().id, taskId);
  const draft = useSyncExternalStore(subscribeDrafts, () => readDraft(key)) ?? EMPTY;

  const { drafts: saved, open: isOpen } = task;
  useEffect(() => {
    // a closed task has no drafts on the server; the local one can still be read
    if (isOpen) takeFromServer(key, saved);
  }, [key, saved, isOpen]);

  const change = useCallback(
    (next: (draft: Draft) => Draft) => writeDraft(key, next(readDraft(key) ?? EMPTY)),
    [key],
  );
  const save = useCallback(
    (outcome: string) =>
      saveOnServer(taskId, outcome, () => {
        const typed = readDraft(key)?.forms[outcome];
        if (!typed) return null;
        change((was) => withForm(was, outcome, { ...typed, sent: [...(typed.sent ?? []).slice(-1), typed.values] }));
        return typed.values;
      }),
    [change, key, taskId],
  );
  // send what was typed just before the page was left, or at the previous step
  useEffect(() => {
    if (!isOpen) return;
    for (const [name, form] of Object.entries(readDraft(key)?.forms ?? {})) if (isUnsent(form)) save(name);
  }, [key, isOpen, save]);
  const open = useCallback((outcome: string | null) => change((was) => ({ ...was, open: outcome })), [change]);
  const store = useCallback(
    (outcome: string, form: DraftForm) => {
      change((was) => withForm(was, outcome, { ...form, sent: was.forms[outcome]?.sent ?? [] }));
      save(outcome);
    },
    [change, save],
  );
  const forget = useCallback((outcome: string) => dropForm(key, outcome, clock.now()), [key]);
  const discard = useCallback(
    (outcome?: string) => {
      const { forms } = readDraft(key) ?? EMPTY;
      for (const name of outcome ? [outcome] : Object.keys(forms)) {
        dropForm(key, name, clock.now());
        deleteOnServer(taskId, name);
      }
      if (!outcome) writeDraft(key, null);
    },
    [key, taskId],
  );

  return useMemo(() => ({ draft, open, store, forget, discard }), [draft, open, store, forget, discard]);
}

/**
 * Copies drafts that are newer on the server than in this browser; removes such a copy once the server no longer has
 * it.
 */
function takeFromServer(key: string, saved: readonly ServerDraft[]): void {
  for (const one of saved) {
    const local = readDraft(key);
    const newer = newerDraft(one, local, droppedAt(key, one.outcome));
    if (newer) writeDraft(key, withForm(local ?? EMPTY, one.outcome, newer));
  }
  const draft = readDraft(key) ?? EMPTY;
  const isGone = (name: string) => !saved.some(({ outcome, form }) => outcome === name && Object.keys(form).length > 0);
  const forms = Object.entries(draft.forms).filter(([name, { copied }]) => !copied || !isGone(name));
  if (forms.length < Object.keys(draft.forms).length) writeDraft(key, { ...draft, forms: Object.fromEntries(forms) });
}

/** Typed in this browser, and these values were never sent to the server. */
const isUnsent = ({ values, copied, sent = [] }: DraftForm) => !copied && !sent.some((before) => areEqual(before, values));

/** The keys of the drafts of a task: its forms, and the note. */
const keysOf = (userId: number, taskId: number) => [draftKey(userId, taskId), draftKey(userId, `note.${taskId}`)] as const;

/** Whether the task has typed text that was not sent. */
export const isWritten = (userId: number, taskId: number): boolean =>
  keysOf(userId, taskId).some((key) => Object.values(readDraft(key)?.forms ?? {}).some(holdsText));

/** Moves the draft of a task to the next task of its item, to which an event from outside has led. */
export function carryDraft(userId: number, from: number, to: number): void {
  stopSaving(from);
  const places = keysOf(userId, to);
  for (const [place, key] of keysOf(userId, from).entries()) {
    const draft = readDraft(key);
    const next = places[place];
    if (!draft || !next) continue;
    const there = readDraft(next)?.forms ?? {};
    const newer = Object.entries(draft.forms).filter(([name, { at }]) => at >= (there[name]?.at ?? 0));
    writeDraft(next, { open: draft.open, forms: { ...there, ...Object.fromEntries(newer) } });
    writeDraft(key, null);
  }
}

function withForm({ open, forms }: Draft, outcome: string, form: DraftForm): Draft {
  return { open, forms: { ...forms, [outcome]: form } };
}
