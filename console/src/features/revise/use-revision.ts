import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import type { DraftActions } from "@/features/drafts/use-draft";
import type { Lock } from "@/features/lock/lock-state";
import type { FormValues } from "@/lib/drafts";

import { changesOf, FIELDS, REVISE, type ReviewWords, toSend, type WordsField, wordsOfSubject } from "./fields";
import { type Problems, problemsOf } from "./problems";
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
  const [problems, setProblems] = useState<Problems>({});
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
    setProblems({});
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
    problems,
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
    type: (name: WordsField, value: string | boolean) => {
      keep({ ...changesOf(read, { ...typed, [name]: value }) }, reason, base);
      setProblems((was) => ({ ...was, [name]: undefined }));
    },
    explain: (why: string) => {
      keep(changes, why, base);
      setProblems((was) => ({ ...was, reason: undefined }));
    },
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
    save: async () => {
      const found = problemsOf({ ...read, ...changes }, changes, reason, t);
      setProblems(found);
      const [first] = Object.values(found);
      if (first) {
        announce(first, "assertive");
        return;
      }
      const { saved, fields } = await save({ ...toSend(changes), revision: base, reason: reason.trim() });
      if (saved) {
        throwAway();
        drafts.open(null);
      } else setProblems(Object.fromEntries(Object.entries(fields).map(([name, sentences]) => [name, sentences.join(" ")])));
    },
  };
}

export type RevisionEdit = ReturnType<typeof useRevision>;
