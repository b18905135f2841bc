import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { heldFor } from "@/api/subjects";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { StoredDraft } from "@/features/drafts/stored-draft";
import { isBeside, isReply } from "@/features/form/fields";
import { useLockState } from "@/features/lock/lock-cache";
import { refusalOf, refusals } from "@/features/tasks/refusals";
import { holdsText } from "@/lib/drafts";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed } from "@/lib/permissions";

import { ActionBar } from "./action-bar";
import { HarmBand, HarmStrip } from "./harm-band";
import { ESCALATE, isOthers, losesText, useItemWork } from "./item-work";
import { LockNotice } from "./lock-notice";
import { RefusalNotice } from "./refusal-notice";
import { Reinstate } from "./reinstate";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));
const EFFECTS = ["publish", "confirm"] as const;
const REVIEW = "review_moderation";
const KINDS = [REVIEW, "ticket_resolution", "restriction_request", "testimonial_transcription"] as const;

const EFFECT_OF: Partial<Record<string, "ticket" | "opinion">> = { ticket_resolution: "ticket", decision_check: "opinion" };

/** The sentence that says what happens at once. */
const effectOf = (outcome: string, kind: string) =>
  EFFECT_OF[kind] ?? (kind === REVIEW ? EFFECTS.find((one) => one === outcome) : undefined) ?? "other";

/** Who can open it again, and how, differs by what it is about. */
const kindOf = (kind: string) => KINDS.find((one) => one === kind) ?? "other";

const loadForm = () => import("./outcome-form");
const OutcomeForm = lazyPart(async () => ({ default: (await loadForm()).OutcomeForm }));
const Composer = lazyPart(async () => ({ default: (await import("./composer")).Composer }));

interface Props {
  /** The whole process has come to an end, not only this step. */
  ended: boolean;
  /** How it goes on, where its kind has a way of its own. */
  reopen: ReactNode;
  /** What stands in the place of the outcomes: the end of the editor, while somebody edits. */
  instead: ReactNode;
}

/** Where an item is decided: its outcomes, or the form of one of them in their place, and what was refused. */
export function Decision({ ended, reopen, instead }: Props) {
  const { task, lock, drafts, actions } = useItemWork();
  const escalate = task.outcomes.find(({ name }) => name === ESCALATE);
  const opened = task.outcomes.find(({ name, form }) => form !== null && name === drafts.draft.open);
  const replies = task.outcomes.filter(isReply);
  const outcome = opened && isReply(opened) ? undefined : opened;
  const isComposed = replies.length > 0 && !instead && !outcome;
  const isFolding = Boolean(outcome ?? instead); // above a composer it is read as a whole: the answer is written by it
  const onRefused = useRefuseReinstatement(task.task_id);
  useFormAhead(lock.kind === "mine");
  useOpenBeside();

  if (lock.kind === "closed")
    return (
      <div className="decision">
        <div className="decision-notices">
          <Notices />
          <StoredDraft draft={drafts.draft} onDiscard={() => drafts.discard()} />
        </div>
        {reopen ?? (ended && task.can_be_reopened && (
          <Allowed permission="head_moderator">
            <Reinstate process={task.process} onRefused={onRefused} />
          </Allowed>
        ))}
      </div>
    );
  return (
    <div
      className={["decision", (outcome ?? instead) && "open", isComposed && "composed", outcome && isBeside(outcome.form) && "beside"]
        .filter(Boolean)
        .join(" ")}
    >
      {isComposed && task.harm && <HarmStrip />}
      <div className="decision-notices">
        {task.harm && <HarmBand key={outcome?.name} harm={task.harm} folded={isFolding}>
            {isComposed && escalate && (
              <Button className="harm-escalate" tone={isOthers(lock) ? "neutral" : "primary"} onClick={() => actions.choose(escalate)}>
                {escalate.label}
              </Button>
            )}
          </HarmBand>}
        <Notices />
      </div>
      <AskFirst />
      {instead || outcome ? (
        <Suspense fallback={<div className="outcome" aria-busy />}>
          {instead ?? (outcome && <OutcomeForm key={outcome.name} outcome={outcome} />)}
        </Suspense>
      ) : isComposed ? (
        <Suspense fallback={<div className="coming" aria-busy />}>
          <Composer replies={replies} />
        </Suspense>
      ) : (
        <ActionBar />
      )}
    </div>
  );
}

/** The refusal, if any; otherwise the loss of the lock, for people who have typed or lost it. */
function Notices() {
  const { task, lock, drafts, actions } = useItemWork();
  const loss = useLockState(task.task_id)?.loss ?? null;
  const kept = Object.values(drafts.draft.forms).some(holdsText);
  if (actions.refusal) return <RefusalNotice refusal={actions.refusal} kept={kept} />;
  const isLost = lock.kind === "held" && lock.lost;
  return (kept || isLost || loss) && <LockNotice loss={loss} kept={kept} />;
}

/** Opens a form that stands beside the item when the person takes it; who closes it gets the outcomes. */
function useOpenBeside(): void {
  const { task, lock, drafts, actions } = useItemWork();
  const isMine = lock.kind === "mine";
  const wasMine = useRef(isMine);
  const outcome = task.outcomes.find(({ form }) => isBeside(form));
  const open = useEffectEvent(() => {
    if (!outcome || drafts.draft.open !== null) return;
    if (wasMine.current) drafts.open(outcome.name);
    else actions.write(outcome); // taken just now, however short it has been in sight: the focus goes into the form
  });
  useEffect(() => {
    if (isMine) open();
    wasMine.current = isMine;
  }, [isMine]);
}

/** Loads the code of the forms as soon as the item is taken. */
function useFormAhead(wanted: boolean): void {
  useEffect(() => {
    if (wanted) loadForm().catch(() => undefined); // shown when the form is opened
  }, [wanted]);
}

/** Asks before an outcome is taken that cannot be undone, leaves an edit behind, or answers or publishes what asks for care. */
function AskFirst() {
  const { t } = useTranslation();
  const { task, drafts, actions } = useItemWork();
  const { asked, answer } = actions;
  if (!asked) return null;
  const { label, name, form, undo } = asked.outcome;
  const held = heldFor(task.subject);
  const isEnd = form === null && !undo;
  const said = [
    asked.leavesEdit && t("revise.unsaved.text"),
    task.harm ? t("work.harm.sentence") : held.length > 0 && t("undo.confirm.held", { words: held.join(", ") }),
    isEnd && t(`undo.confirm.${effectOf(name, task.kind)}`),
    isEnd && losesText(drafts) && t("undo.confirm.draft"),
    isEnd && t(`undo.confirm.later.${kindOf(task.kind)}`),
  ];
  return (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t(asked.leavesEdit ? "revise.unsaved.title" : "undo.confirm.title", { label })}
        confirm={asked.leavesEdit ? t("revise.unsaved.confirm", { label }) : label}
        onConfirm={() => {
          answer(true);
          return Promise.resolve(null); // a refusal is shown on the item
        }}
        onClose={() => answer(false)}
      >
        {said.filter(Boolean).join(" ")}
      </ConfirmDialog>
    </Suspense>
  );
}

/** Leaves a refused reinstatement on its item. */
function useRefuseReinstatement(taskId: number): (error: unknown) => void {
  const client = useQueryClient();
  return useCallback(
    (error: unknown) => refusals.set(client, refusalOf(error, { deed: "reinstate" }), taskId),
    [client, taskId],
  );
}
