import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";

import type { OutcomeChoice, TaskDetail } from "@/api/types";
import { type Refusal, refusalOf, refusals } from "@/features/command/refusals";
import { KeptDraft } from "@/features/drafts/kept-draft";
import type { DraftActions } from "@/features/drafts/use-draft";
import { useLockNote } from "@/features/lock/lock-notes";
import type { Lock } from "@/features/lock/lock-state";
import { formatTime } from "@/lib/dates";
import { holdsText } from "@/lib/drafts";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed } from "@/lib/permissions";

import { useThing } from "./use-thing";
import { LockNotice } from "./lock-notice";
import { ActionBar } from "./action-bar";
import { Reinstate } from "./reinstate";
import { RefusalNotice } from "./refusal-notice";

const loadForm = () => import("@/features/form/outcome-form");
const OutcomeForm = lazyPart(async () => ({ default: (await loadForm()).OutcomeForm }));

interface Props {
  task: TaskDetail;
  lock: Lock;
  /** The whole process has come to an end, not only this step. */
  ended: boolean;
  drafts: DraftActions;
  refusal: Refusal | null;
  busy: string | null;
  claiming: boolean;
  /** The form was opened just now, and takes the focus. */
  opened: boolean;
  onChoose: (outcome: OutcomeChoice) => void;
  onSubmit: (outcome: OutcomeChoice, form: Record<string, unknown>) => void;
  onType: () => void;
  onClaim: () => void;
  /** Hears no more of a lock that was lost. */
  onLeave: () => void;
  onAgain: (refusal: Refusal) => void;
  onDismiss: () => void;
  /** What stands in the place of the outcomes: the end of the editor, while somebody edits. */
  instead: ReactNode;
}

const NO_FIELDS = {};

/** Where an item is decided: its outcomes, or the form of one of them in their place, and what was refused. */
export function Decision(props: Props) {
  const { task, lock, drafts, refusal, busy, onChoose, onSubmit, onType, onAgain, onDismiss } = props;
  const { draft, open, keep, discard } = drafts;
  const client = useQueryClient();
  const onRefused = (error: unknown) => refusals.set(client, refusalOf(error, { deed: "reinstate" }), task.task_id);
  const outcome = task.outcomes.find(({ name, form }) => form !== null && name === draft.open);
  const thing = useThing(task.subject.kind);
  const kept = Object.values(draft.forms).some(holdsText);
  useFormAhead(lock.kind === "mine");
  const loss = useLockNote(task.task_id)?.loss ?? null;
  const off = lock.kind === "held" || lock.kind === "assigned";

  const form = outcome && draft.forms[outcome.name];
  const notices = (
    <>
      {refusal && (
        <RefusalNotice
          refusal={refusal}
          newer={task.subject}
          kept={kept}
          busy={busy !== null}
          onAgain={onAgain}
          onDismiss={onDismiss}
        />
      )}
      {!refusal && (kept || isLost(lock) || loss) && (
        <LockNotice {...props} loss={loss} draft={draft} kept={kept} onDiscard={discard} />
      )}
    </>
  );

  if (lock.kind === "closed")
    return (
      <div className="decision">
        <div className="decision-notices">
          {notices}
          <KeptDraft draft={draft} onDiscard={discard} />
        </div>
        {props.ended && (
          <Allowed permission="head_moderator">
            <Reinstate process={task.process} onRefused={onRefused} />
          </Allowed>
        )}
      </div>
    );
  return (
    <div className={outcome || props.instead ? "decision open" : "decision"}>
      <div className="decision-notices">{notices}</div>
      {props.instead ? (
        <Suspense fallback={<div className="outcome" aria-busy />}>{props.instead}</Suspense>
      ) : outcome?.form ? (
        <Suspense fallback={<div className="outcome" aria-busy />}>
          <OutcomeForm
            key={`${task.task_id} ${outcome.name}`}
            outcome={outcome}
            thing={thing}
            schema={outcome.form}
            kept={form}
            keptAt={form ? formatTime(form.at) : null}
            refused={refusal?.outcome?.name === outcome.name ? refusal.fields : NO_FIELDS}
            busy={busy === outcome.name}
            off={off}
            focused={props.opened}
            onType={onType}
            onKeep={(typed) => keep(outcome.name, typed)}
            onSubmit={(checked) => onSubmit(outcome, checked)}
            onClose={() => open(null)}
          />
        </Suspense>
      ) : (
        <ActionBar outcomes={task.outcomes} busy={busy} off={off} draft={draft} onChoose={onChoose} />
      )}
    </div>
  );
}

/** Somebody else has what was ours: to be told even to those who had typed nothing. */
function isLost(lock: Lock): boolean {
  return lock.kind === "held" && lock.lost;
}

/** Who has taken an item may want a form at once: its code is there before the key is pressed. */
function useFormAhead(wanted: boolean): void {
  useEffect(() => {
    if (wanted) loadForm().catch(() => undefined); // who opens it will be told
  }, [wanted]);
}
