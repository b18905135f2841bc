import { useCallback, useMemo, useSyncExternalStore } from "react";

import { useMe } from "../lock/use-lock";
import { type Draft, draftKey, type DraftForm, holdsText, readDraft, subscribeDrafts, writeDraft } from "./drafts";

export interface DraftActions {
  draft: Draft;
  /** Opens an outcome's form, or closes it and keeps what was typed. */
  open: (outcome: string | null) => void;
  keep: (outcome: string, form: DraftForm) => void;
  discard: () => void;
}

const EMPTY: Draft = { open: null, forms: {} };

/** One's own draft of a task, shared by all tabs of this browser. */
export function useDraft(taskId: number): DraftActions {
  const key = draftKey(useMe().id, taskId);
  const draft = useSyncExternalStore(subscribeDrafts, () => readDraft(key)) ?? EMPTY;

  const change = useCallback(
    (next: (draft: Draft) => Draft) => writeDraft(key, next(readDraft(key) ?? EMPTY)),
    [key],
  );
  const open = useCallback((outcome: string | null) => change((was) => ({ ...was, open: outcome })), [change]);
  const keep = useCallback(
    (outcome: string, form: DraftForm) => change(({ open: shown, forms }) => withForm(shown, forms, outcome, form)),
    [change],
  );
  const discard = useCallback(() => writeDraft(key, null), [key]);

  return useMemo(() => ({ draft, open, keep, discard }), [draft, open, keep, discard]);
}

function withForm(open: string | null, forms: Draft["forms"], outcome: string, form: DraftForm): Draft {
  const all = { ...forms, [outcome]: form };
  return { open, forms: Object.fromEntries(Object.entries(all).filter(([, one]) => holdsText(one))) };
}
