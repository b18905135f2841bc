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
  /** Opens an outcome's form, or closes it; what was typed stays stored. */
  open: (outcome: string | null) => void;
  /** Stores what stands in a form. */
  store: (outcome: string, form: DraftForm) => void;
  /** Removes the form that the server has taken and deleted itself. */
  forget: (outcome: string) => void;
  /** Deletes what was typed into a form, or into all forms. */
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
    if (isOpen) takeFromServer(key, saved); // of a closed task the server has no drafts: what is here can still be read
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
  // typed just before the page was left, or at the step before
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

/** Copies what the server has and this browser has not; a copy goes when its draft is gone at the server. */
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

/** Typed here, and never sent to the server as it stands. */
const isUnsent = ({ values, copied, sent = [] }: DraftForm) => !copied && !sent.some((before) => areEqual(before, values));

/** The keys of what is typed at the foot of a task: its forms, and the note. */
const keysOf = (userId: number, taskId: number) => [draftKey(userId, taskId), draftKey(userId, `note.${taskId}`)] as const;

/** Whether something is typed for a task that is not sent. */
export const isWritten = (userId: number, taskId: number): boolean =>
  keysOf(userId, taskId).some((key) => Object.values(readDraft(key)?.forms ?? {}).some(holdsText));

/** What was typed for a task stands in the next one of its item, where an event from outside has led there. */
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
