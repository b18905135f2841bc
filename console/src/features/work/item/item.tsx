import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { useHotkeys } from "@/lib/hotkeys";
import { useNow } from "@/lib/clock";

import type { Asked } from "../calls";
import { Decision } from "../decide/decision";
import type { Moves } from "../decide/use-decide";
import { useDraft } from "../drafts/use-draft";
import { extendLock } from "../lock/lock-calls";
import { LockBar } from "../lock/lock-bar";
import { NextButton } from "../lock/next-button";
import { useLock, useMe } from "../lock/use-lock";
import { useLockNews } from "../lock/use-lock-news";
import type { ListedTask } from "../merge-pages";
import { ProcessPanel } from "../process/process-panel";
import { closingOf } from "../process/told";
import { useProcess } from "../process/use-process";
import type { NextItem } from "../use-take-next";
import { ItemBody } from "./item-body";
import { useItemActions } from "./use-item-actions";

interface Props {
  asked: Asked<TaskDetail>;
  listed: ListedTask | undefined;
  next: NextItem;
  moves: Moves;
}

/** One item: who has it, its text, its process, and where it is decided. */
export function Item({ asked, listed, next, moves }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const task = asked.value;
  const lock = useLock(asked, listed);
  const drafts = useDraft(task.task_id);
  const actions = useItemActions(task, lock, drafts, moves);
  useLockNews(task.task_id, lock, useNow(1_000));

  const version = lock.kind === "mine" || lock.kind === "held" ? `${lock.kind} ${lock.since}` : lock.kind;
  const closing = closingOf(useProcess(task.process, version).history.data ?? [], task.node);

  const claimable = lock.kind === "free" || lock.kind === "ended" || lock.kind === "held";
  const isFormOpen = task.outcomes.some(({ name, form }) => form !== null && name === drafts.draft.open);
  useHotkeys("lists", claimable ? [{ keys: "Enter", label: t("work.keys.take"), run: actions.claim }] : []);
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
        claiming={actions.claiming}
        onClaim={actions.claim}
        onExtend={() => void extendLock(client, task.task_id, me).catch(() => undefined)}
        onRelease={actions.release}
        next={<NextButton next={next} primary={lock.kind !== "free" && lock.kind !== "ended"} />}
      />
      <ItemBody subject={task.subject} />
      <ProcessPanel task={task} version={version} />
      <Decision
        task={task}
        lock={lock}
        drafts={drafts}
        refusal={actions.refusal}
        busy={actions.busy}
        claiming={actions.claiming}
        opened={actions.opened}
        onChoose={actions.choose}
        onSubmit={actions.submit}
        onType={actions.type}
        onClaim={actions.claim}
        onAgain={actions.again}
        onDismiss={actions.dismiss}
      />
    </div>
  );
}
