import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isEdited, testimonialHeldUntil } from "@/api/subjects";
import type { TaskDetail } from "@/api/types";
import { Lookers } from "@/components/desk/lookers";
import { AssignedNote } from "@/features/assign/assigned-note";
import { LockBar } from "@/features/claim/lock-bar";
import { useLock } from "@/features/claim/use-lock";
import { useLockNews } from "@/features/claim/use-lock-news";
import type { NextItem } from "@/features/claim/use-take-next";
import { ActionBar } from "@/features/decide/action-bar";
import { Decision } from "@/features/decide/decision";
import { ItemWorkContext, storedText } from "@/features/decide/item-work";
import { useItemActions } from "@/features/decide/use-item-actions";
import { KeptDraft } from "@/features/drafts/kept-draft";
import { useDraft } from "@/features/drafts/use-draft";
import { isBeside, isReply } from "@/features/form/fields";
import { kindOf } from "@/features/kinds/kinds";
import { usePresence } from "@/features/presence/use-presence";
import { ProcessPanel } from "@/features/process/process-panel";
import { closingOf, hasEnded } from "@/features/process/entry-sentence";
import { useProcess } from "@/features/process/use-process";
import { Editor } from "@/features/revise/lazy";
import { useFocusAfterEdit } from "@/features/revise/use-focus-after-edit";
import { useRevision } from "@/features/revise/use-revision";
import type { Moves } from "@/features/tasks/moves";
import { useHotkeys } from "@/lib/hotkeys";
import { playAhead, stopAhead } from "@/lib/keys-ahead";
import { lazyPart } from "@/lib/lazy-part";
import { useLatest } from "@/lib/use-latest";

import { ItemButtons } from "./item-buttons";
import { useNamedOutcomes, WhyHere } from "./why-here";

const StatementPreview = lazyPart(async () => ({
  default: (await import("@/features/statement-preview/statement-preview")).StatementPreview,
}));

interface Props {
  task: TaskDetail;
  /** The step has ended and the next one is loading: the item stays unchanged until then. */
  goesOn: boolean;
  next: NextItem;
  moves: Moves;
}

/**
 * A ticket whose step has ended but which is open again, in a new step. What was read before that end is out of date.
 */
const isOpenAgain = ({ open, subject }: TaskDetail) => !open && subject.kind === "ticket" && subject.status !== "resolved" && subject.status !== "merged";

/** One item: lock, text, process and outcomes. */
export function Item({ task: served, goesOn, next, moves }: Props) {
  const { t } = useTranslation();
  const lock = useLock(served, goesOn);
  const version = lock.kind === "mine" || lock.kind === "held" ? `${lock.kind} ${lock.since}` : lock.kind;
  const { graph, history, overridden } = useProcess(served.process, version);
  const task = useNamedOutcomes(served, history.data);
  const drafts = useDraft(task);
  const actions = useItemActions(task, lock, drafts, moves);
  const others = usePresence("task", task.task_id, task.open);
  useLockNews(task.task_id, lock);

  const closing = closingOf(graph.data, history.data ?? [], task.node);

  const [bar, setBar] = useState<HTMLElement | null>(null);
  const edit = useRevision(task, lock, drafts, actions.claim);
  const grid = useRef<HTMLDivElement>(null);
  useFocusAfterEdit(edit.open, grid);
  // a reply form is at the foot of the item, where it does not take the keys of the other outcomes
  const openForm = task.outcomes.find((outcome) => outcome.form !== null && outcome.name === drafts.draft.open && !isReply(outcome));
  const isComposed = lock.kind !== "closed" && !edit.open && openForm === undefined && task.outcomes.some(isReply);
  const isFormOpen = edit.open || openForm !== undefined;
  const previewed = openForm?.form?.["x-preview"] === "statement" && lock.kind !== "closed" ? openForm : null;
  useHotkeys(
    "outcomes",
    lock.kind === "closed" || isFormOpen
      ? []
      : task.outcomes.map((outcome) => ({
          keys: outcome.hotkey,
          label: outcome.label,
          about: outcome.about,
          run: () => actions.choose(outcome),
        })),
  );

  const play = useEffectEvent((key: string) => {
    const outcome = task.outcomes.find(({ hotkey }) => hotkey === key);
    if (outcome && lock.kind !== "closed" && !isFormOpen) actions.choose(outcome, true);
  });
  useEffect(() => {
    playAhead(play);
    return stopAhead;
  }, []);

  const unsent = task.outcomes
    .filter((outcome) => !isReply(outcome))
    .map((outcome) => ({ label: outcome.label, hotkey: outcome.hotkey, run: () => actions.choose(outcome) }));
  const editable = task.editable && isEdited(task.subject) && lock.kind !== "closed";
  // registered early, so that the key sheet lists the forms' keys before a form opens
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit"), off: true },
    { keys: "Escape", label: t("work.keys.close"), off: true },
  ]);
  useHotkeys("item", editable && !isFormOpen ? [{ keys: "w", label: t("revise.key"), run: edit.start }] : []);
  const start = useLatest(edit.start);
  const { blocked, explained } = edit;
  const offer = useMemo(() => ({ start: () => start()(), blocked, explained }), [start, blocked, explained]);
  const { Body, Aside, More, Earlier, Reopen } = kindOf(task.subject);
  const { assignment, assigned_to: assignee } = task;
  const entries = history.data;
  const assigned = useMemo(
    () => (
      <>
        <WhyHere task={task} history={entries ?? []} overridden={overridden} />
        {assignment && assignee && <AssignedNote assignment={assignment} to={assignee} />}
      </>
    ),
    [task, entries, overridden, assignment, assignee],
  );
  const body = (
    <Body subject={task.subject} assigned={assigned} stored={storedText({ task, drafts })} edit={editable ? offer : undefined} />
  );

  return (
    <ItemWorkContext value={{ task, lock, drafts, actions }}>
    <div className="item-grid" ref={grid}>
      <LockBar lock={lock} closing={closing} reopened={hasEnded(graph.data, entries) && isOpenAgain(task)} putOffUntil={task.snoozed_until} heldUntil={task.subject.kind === "testimonial" ? testimonialHeldUntil(task.subject.status, task) : null}>
        {openForm && isBeside(openForm.form) && <KeptDraft form={drafts.draft.forms[openForm.name]} className="not-phone" />}
        <Lookers people={others} className="not-phone" />
        <ItemButtons moves={moves} next={next} />
        {isComposed && <ActionBar size="s" />}
        {More && <More subject={task.subject} outcomes={isComposed ? unsent : []} />}
      </LockBar>
      {edit.open ? (
        <Suspense fallback={body}>
          <Editor edit={edit} onType={actions.type} bar={bar} />
        </Suspense>
      ) : (
        body
      )}
      {previewed ? (
        <Suspense fallback={<div className="item-aside" aria-busy />}>
          <StatementPreview taskId={task.task_id} outcome={previewed.name} values={drafts.draft.forms[previewed.name]?.values} />
        </Suspense>
      ) : (
        <ProcessPanel
          task={task}
          version={version}
          beside={Aside && <Aside subject={task.subject} />}
          earlier={Earlier && entries?.some(({ action }) => action === "reinstate") && <Earlier subject={task.subject} />}
          notesElsewhere={isComposed}
        />
      )}
      <Decision
        ended={hasEnded(graph.data, history.data)}
        reopen={Reopen && !task.open && <Reopen subject={task.subject} />}
        instead={edit.open ? <div className="outcome" ref={setBar} /> : null}
      />
    </div>
    </ItemWorkContext>
  );
}
