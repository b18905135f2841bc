import type { TaskDetail } from "@/api/types";
import { useHotkeys } from "@/lib/hotkeys";
import { useNow } from "@/lib/clock";

import type { Asked } from "../calls";
import { Decision } from "../decide/decision";
import type { Moves } from "../decide/use-decide";
import { useDraft } from "../drafts/use-draft";
import { LockBar } from "../lock/lock-bar";
import { useLock } from "../lock/use-lock";
import { useLockNews } from "../lock/use-lock-news";
import type { ListedTask } from "../merge-pages";
import { ProcessPanel } from "../process/process-panel";
import { closingOf, hasEnded } from "../process/told";
import { useProcess } from "../process/use-process";
import { useSetAside } from "../set-aside/use-set-aside";
import type { NextItem } from "../use-take-next";
import { ItemBody } from "./item-body";
import { ItemButtons } from "./item-buttons";
import { useItemActions } from "./use-item-actions";

interface Props {
  asked: Asked<TaskDetail>;
  listed: ListedTask | undefined;
  next: NextItem;
  moves: Moves;
}

/** One item: who has it, its text, its process, and where it is decided. */
export function Item({ asked, listed, next, moves }: Props) {
  const task = asked.value;
  const lock = useLock(asked, listed);
  const drafts = useDraft(task);
  const actions = useItemActions(task, lock, drafts, moves);
  const aside = useSetAside(task.task_id, moves);
  useLockNews(task.task_id, lock, useNow(1_000));

  const version = lock.kind === "mine" || lock.kind === "held" ? `${lock.kind} ${lock.since}` : lock.kind;
  const { graph, history } = useProcess(task.process, version);
  const closing = closingOf(history.data ?? [], task.node);

  const isFormOpen = task.outcomes.some(({ name, form }) => form !== null && name === drafts.draft.open);
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

  return (
    <div className="item-grid">
      <LockBar
        lock={lock}
        closing={closing}
        putOffUntil={task.snoozed_until}
      >
        <ItemButtons task={task} moves={moves} lock={lock} putOffUntil={task.snoozed_until} actions={actions} aside={aside} next={next} />
      </LockBar>
      <ItemBody
        subject={task.subject}
        screening={task.screening}
        request={task.request ?? null}
        given={task.assignment}
        givenTo={task.assigned_to}
      />
      <ProcessPanel task={task} version={version} />
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
      />
    </div>
  );
}
