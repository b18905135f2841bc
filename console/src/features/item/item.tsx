import { Suspense, useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { Lookers } from "@/components/desk/lookers";
import { AssignedNote } from "@/features/assign/assigned-note";
import { Decision } from "@/features/decide/decision";
import type { Moves } from "@/features/decide/use-decide";
import { useDraft } from "@/features/drafts/use-draft";
import { kindOf } from "@/features/kinds/kinds";
import { LockBar } from "@/features/lock/lock-bar";
import { useLock } from "@/features/lock/use-lock";
import { useLockNews } from "@/features/lock/use-lock-news";
import type { NextItem } from "@/features/lock/use-take-next";
import { usePresence } from "@/features/presence/use-presence";
import { ProcessPanel } from "@/features/process/process-panel";
import { closingOf, hasEnded } from "@/features/process/told";
import { useProcess } from "@/features/process/use-process";
import { Editor, ReviseBar } from "@/features/revise/lazy";
import { useRevision } from "@/features/revise/use-revision";
import { useSetAside } from "@/features/set-aside/use-set-aside";
import type { Asked } from "@/features/tasks/calls";
import type { ListedTask } from "@/features/tasks/merge-pages";
import { useNow } from "@/lib/clock";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { useLatest } from "@/lib/use-latest";

import { ItemButtons } from "./item-buttons";
import { useItemActions } from "./use-item-actions";

const StatementPreview = lazyPart(async () => ({
  default: (await import("@/features/statement/statement-preview")).StatementPreview,
}));

interface Props {
  asked: Asked<TaskDetail>;
  listed: ListedTask | undefined;
  next: NextItem;
  moves: Moves;
}

/** One item: who has it, its text, its process, and where it is decided. */
export function Item({ asked, listed, next, moves }: Props) {
  const { t } = useTranslation();
  const task = asked.value;
  const lock = useLock(asked, listed);
  const drafts = useDraft(task);
  const actions = useItemActions(task, lock, drafts, moves);
  const aside = useSetAside(task.task_id, moves);
  const others = usePresence("task", task.task_id, task.open);
  useLockNews(task.task_id, lock, useNow(1_000));

  const version = lock.kind === "mine" || lock.kind === "held" ? `${lock.kind} ${lock.since}` : lock.kind;
  const { graph, history } = useProcess(task.process, version);
  const closing = closingOf(graph.data, history.data ?? [], task.node);

  const edit = useRevision(task, lock, drafts, actions.claim);
  const openForm = task.outcomes.find(({ name, form }) => form !== null && name === drafts.draft.open);
  const isFormOpen = edit.open || openForm !== undefined;
  const previewed = openForm?.form?.["x-preview"] === "statement" && lock.kind !== "closed" ? openForm : null;
  useHotkeys(
    "outcomes",
    lock.kind === "closed" || isFormOpen
      ? []
      : task.outcomes.map((outcome) => ({
          keys: outcome.hotkey,
          label: outcome.label,
          run: () => actions.choose(outcome),
        })),
  );

  const editable = task.editable && lock.kind !== "closed";
  useHotkeys("outcomes", editable && !isFormOpen ? [{ keys: "w", label: t("revise.key"), run: edit.start }] : []);
  const start = useLatest(edit.start);
  const onEdit = useCallback(() => start()(), [start]);
  const { Body } = kindOf(task.subject);
  const assigned = task.assignment && task.assigned_to && <AssignedNote assignment={task.assignment} to={task.assigned_to} />;
  const body = (
    <Body subject={task.subject} assigned={assigned} onEdit={editable ? onEdit : undefined} />
  );

  return (
    <div className="item-grid">
      <LockBar
        lock={lock}
        closing={closing}
        putOffUntil={task.snoozed_until}
      >
        <Lookers people={others} className="not-phone" />
        <ItemButtons
          task={task}
          moves={moves}
          lock={lock}
          putOffUntil={task.snoozed_until}
          actions={actions}
          aside={aside}
          next={next}
        />
      </LockBar>
      {edit.open ? (
        <Suspense fallback={body}>
          <Editor edit={edit} onType={actions.type} />
        </Suspense>
      ) : (
        body
      )}
      {previewed ? (
        <Suspense fallback={<div className="item-aside" aria-busy />}>
          <StatementPreview task={task} outcome={previewed.name} values={drafts.draft.forms[previewed.name]?.values} />
        </Suspense>
      ) : (
        <ProcessPanel task={task} version={version} />
      )}
      <Decision
        task={task}
        lock={lock}
        ended={hasEnded(graph.data, history.data)}
        drafts={drafts}
        refusal={actions.refusal}
        busy={actions.busy}
        claiming={actions.claiming}
        opened={actions.opened}
        onChoose={actions.choose}
        onSubmit={actions.submit}
        onType={actions.type}
        onClaim={actions.claim}
        onLeave={actions.leave}
        onAgain={actions.again}
        onDismiss={actions.dismiss}
        instead={edit.open ? <ReviseBar edit={edit} /> : null}
      />
    </div>
  );
}
