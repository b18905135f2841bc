import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import type { DraftActions } from "@/features/drafts/use-draft";
import type { Lock } from "@/features/lock/lock-state";
import type { FormValues } from "@/lib/drafts";

import { changesOf, FIELDS, REVISE, type ReviewWords, toSend, type Typed, wordsOfSubject } from "./fields";
import { useIsSaving, useSaveRevision } from "./use-save-revision";

const NOTHING: FormValues = {};

/** The edit of an item: what was read, what was typed over it, and what can be done with it. */
export function useRevision(task: TaskDetail, lock: Lock, drafts: DraftActions, claim: () => void) {
  const { t } = useTranslation();
  const { subject } = task;
  const kept = drafts.draft.forms[REVISE];
  const typed = kept?.values ?? NOTHING;
  const base = Number(typed.revision ?? subject.revision);
  const read = useMemo(() => wordsOfSubject(subject), [subject]);
  const changes = useMemo(() => changesOf(read, typed), [read, typed]);
  const reason = typeof typed.reason === "string" ? typed.reason : "";
  const isSaving = useIsSaving(task.task_id);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [opened, setOpened] = useState(false);
  const save = useSaveRevision(task, lock);

  const keep = (values: Partial<ReviewWords>, why: string, on: number) => {
    const holds = Object.keys(values).length > 0 || why.trim() !== "";
    const titles = Object.fromEntries(FIELDS.map((name) => [name, t(`revise.fields.${name}`)]));
    drafts.keep(REVISE, {
      at: Date.now(),
      values: holds ? { ...values, ...(why && { reason: why }), revision: String(on) } : {},
      titles: { ...titles, reason: t("revise.reason"), revision: t("revise.madeOn") },
    });
  };
  const throwAway = () => {
    keep({}, "", subject.revision);
    setRefusal(null);
  };

  return {
    open: drafts.draft.open === REVISE && task.editable && lock.kind !== "closed",
    /** Opened by a key or a button just now: takes the focus. */
    opened,
    /** What stands in the fields. */
    words: { ...read, ...changes },
    read,
    changes,
    reason,
    base,
    newest: subject.revision,
    reviewId: subject.id,
    /** Somebody has written a newer revision than the one that this edit began on. */
    stale: base < subject.revision,
    dirty: Object.keys(changes).length > 0,
    keptAt: kept?.at ?? null,
    isSaving,
    /** Why the last try to save was refused; its sentences about fields stand at these. */
    refusal,
    off: lock.kind === "held" || lock.kind === "assigned",

    start: () => {
      if (lock.kind === "held" || lock.kind === "assigned") {
        const name = lock.kind === "held" ? lock.by.name : lock.to.name;
        announce(t("work.lock.said.held", { name }), "assertive");
        return;
      }
      setOpened(true);
      drafts.open(REVISE);
      if (lock.kind !== "mine") claim();
    },
    close: () => drafts.open(null),
    /** Keeps what stands in the fields. */
    type: (fields: Typed) => keep(changesOf(read, fields), fields.reason, base),
    /** The specification's reset: the fields hold their initial settings again. */
    reset: () => {
      throwAway();
      announce(t("revise.resetDone"));
    },
    /** Goes on from the newest revision with one's own changes over it. */
    rebase: () => {
      keep(changes, reason, subject.revision);
      announce(t("revise.newer.went", { number: subject.revision }));
    },
    save: async (fields: Typed) => {
      setRefusal(null);
      const sent = await save({ ...toSend(changesOf(read, fields)), revision: base, reason: fields.reason.trim() });
      if (sent.state === "refused") setRefusal(sent.error);
      if (sent.state !== "done") return;
      throwAway();
      drafts.open(null);
    },
  };
}

export type RevisionEdit = ReturnType<typeof useRevision>;
