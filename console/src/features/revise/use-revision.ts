import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { editedOf } from "@/api/subjects";
import type { TaskDetail } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import type { DraftActions } from "@/features/drafts/use-draft";
import type { Lock } from "@/features/lock/lock-state";
import type { FormValues } from "@/lib/drafts";
import { useCan } from "@/lib/permissions";

import { changesOf, FIELDS, REVISE, type ReviewWords, toSend, type Typed, wordsOfSubject } from "./fields";
import { useIsSaving, useSaveRevision } from "./use-save-revision";

const NOTHING: FormValues = {};

/** The edit of an item: the text as it was read, the changes, and the actions. */
export function useRevision(task: TaskDetail, lock: Lock, drafts: DraftActions, claim: () => void) {
  const { t } = useTranslation();
  const subject = useMemo(() => editedOf(task.subject), [task.subject]);
  const stored = drafts.draft.forms[REVISE];
  const typed = stored?.values ?? NOTHING;
  const base = Number(typed.revision ?? subject.revision);
  const read = useMemo(() => wordsOfSubject(subject), [subject]);
  const changes = useMemo(() => changesOf(read, typed), [read, typed]);
  const dirty = Object.keys(changes).length > 0;
  const reason = typeof typed.reason === "string" ? typed.reason : "";
  const isSaving = useIsSaving(task.task_id);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [opened, setOpened] = useState(false);
  const save = useSaveRevision(task, lock);
  const blocked = useBlocked(lock);
  const [asked, setAsked] = useState(false);
  if (asked && blocked === null) setAsked(false);

  // a newer revision has the same text: this edit was saved, even if the answer was lost
  const isSaved = stored !== undefined && base < subject.revision && !dirty && !isSaving;
  const settle = useEffectEvent(() => {
    drafts.discard(REVISE);
    if (!opened) drafts.open(null);
  });
  useEffect(() => {
    if (isSaved) settle();
  }, [isSaved]);

  const store = (values: Partial<ReviewWords>, why: string, on: number) => {
    if (Object.keys(values).length === 0 && why.trim() === "") {
      if (stored) drafts.discard(REVISE);
      return;
    }
    const titles = Object.fromEntries(FIELDS.map((name) => [name, t(`revise.fields.${name}`)]));
    drafts.store(REVISE, {
      at: Date.now(),
      values: { ...values, ...(why && { reason: why }), revision: String(on) },
      titles: { ...titles, reason: t("revise.reason"), revision: t("revise.madeOn") },
    });
  };

  return {
    // an edit stays visible if another person takes the item; without a draft there is nothing to show
    open: drafts.draft.open === REVISE && task.editable && lock.kind !== "closed" && (blocked === null || stored !== undefined),
    /** Opened by a key or a button, so it takes the focus. */
    opened,
    /** The values of the fields. */
    words: { ...read, ...changes },
    read,
    changes,
    reason,
    base,
    newest: subject.revision,
    reviewId: subject.id,
    /** A newer revision exists than the one that this edit is based on. */
    stale: base < subject.revision && !isSaved && !isSaving,
    dirty,
    storedAt: isSaved ? null : (stored?.at ?? null),
    isSaving,
    /** Why the last attempt to save was refused; sentences about fields are shown at the fields. */
    refusal,
    /** Why the text cannot be edited now; null if it can. */
    blocked,
    /** The person tried to open the editor while it was blocked. */
    explained: asked,

    start: () => {
      if (blocked !== null) {
        setAsked(true);
        return;
      }
      setOpened(true);
      drafts.open(REVISE);
      if (lock.kind !== "mine") claim();
    },
    close: () => drafts.open(null),
    /** Stores the values of the fields as a draft. */
    type: (fields: Typed) => store(changesOf(read, fields), fields.reason, base),
    /** The specification's reset: restores the initial values. */
    reset: () => {
      drafts.discard(REVISE);
      setRefusal(null);
      announce(t("revise.resetDone"));
    },
    /** Bases the edit on the newest revision, with one's own changes applied to it. */
    rebase: () => {
      store(changes, reason, subject.revision);
      announce(t("revise.newer.went", { number: subject.revision }));
    },
    save: async (fields: Typed) => {
      setRefusal(null);
      const sent = await save(
        { ...toSend(changesOf(read, fields)), revision: base, reason: fields.reason.trim() },
        () => {
          drafts.forget(REVISE);
          drafts.open(null);
        },
      );
      if (sent.state === "refused") setRefusal(sent.error);
    },
  };
}

/** The sentence that says who has the item, and that a head moderator can take it over; null if nobody else has it. */
function useBlocked(lock: Lock): string | null {
  const { t } = useTranslation();
  const isHead = useCan()("head_moderator");
  if (lock.kind !== "held" && lock.kind !== "assigned") return null;
  const { name } = lock.kind === "held" ? lock.by : lock.to;
  return [t(`revise.blocked.${lock.kind}`, { name }), isHead && t("revise.blocked.takeOver")].filter(Boolean).join(" ");
}

export type RevisionEdit = ReturnType<typeof useRevision>;
