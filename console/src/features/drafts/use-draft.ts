import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

import type { TaskDetail } from "@/api/types";
import { useMe } from "@/features/session/use-me";
import { clock } from "@/lib/clock";
import { deskState } from "@/lib/desk-state";
import { type Draft, draftKey, type DraftForm, holdsText, readDraft, subscribeDrafts, writeDraft } from "@/lib/drafts";

import { forgetOnServer, keepOnServer, newerDraft } from "./server-draft";

export interface DraftActions {
  draft: Draft;
  /** Opens an outcome's form, or closes it and keeps what was typed. */
  open: (outcome: string | null) => void;
  keep: (outcome: string, form: DraftForm) => void;
  discard: () => void;
}

const EMPTY: Draft = { open: null, forms: {} };
/** The time when a draft was discarded in this browser, by the server's clock. */
const discarded = deskState<number>("discarded");

/** The person's draft of a task: stored in this browser at every key, on the server at every pause. */
export function useDraft(task: TaskDetail): DraftActions {
  const taskId = task.task_id;
  const client = useQueryClient();
  const key = draftKey(useMe().id, taskId);
  const draft = useSyncExternalStore(subscribeDrafts, () => readDraft(key)) ?? EMPTY;

  const { drafts: kept } = task;
  useEffect(() => {
    for (const one of kept) {
      const local = readDraft(key);
      const newer = newerDraft(one, local, discarded.get(client, taskId) ?? 0);
      if (newer) writeDraft(key, withForm(local ?? EMPTY, one.outcome, newer));
    }
  }, [client, key, taskId, kept]);

  const change = useCallback(
    (next: (draft: Draft) => Draft) => writeDraft(key, next(readDraft(key) ?? EMPTY)),
    [key],
  );
  const open = useCallback((outcome: string | null) => change((was) => ({ ...was, open: outcome })), [change]);
  const keep = useCallback(
    (outcome: string, form: DraftForm) => {
      change((was) => withForm(was, outcome, form));
      keepOnServer(taskId, outcome, form.values);
    },
    [change, taskId],
  );
  const discard = useCallback(() => {
    discarded.set(client, clock.now(), taskId);
    Object.keys(readDraft(key)?.forms ?? {}).forEach((outcome) => forgetOnServer(taskId, outcome));
    writeDraft(key, null);
  }, [client, key, taskId]);

  return useMemo(() => ({ draft, open, keep, discard }), [draft, open, keep, discard]);
}

function withForm({ open, forms }: Draft, outcome: string, form: DraftForm): Draft {
  const all = { ...forms, [outcome]: form };
  return { open, forms: Object.fromEntries(Object.entries(all).filter(([, one]) => holdsText(one))) };
}
