import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { heldFor } from "@/api/subjects";
import type { OutcomeChoice, TaskDetail } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { sayRefusal } from "@/components/desk/say-refusal";
import { useClaim, useIsClaiming } from "@/features/claim/use-claim";
import { useLockActions } from "@/features/claim/use-lock-actions";
import type { DraftActions } from "@/features/drafts/use-draft";
import { isBeside, isReply } from "@/features/form/fields";
import { forgetLoss } from "@/features/lock/lock-cache";
import type { Lock } from "@/features/lock/lock-state";
import { FIELDS, REVISE } from "@/features/revise/fields";
import type { Moves } from "@/features/tasks/moves";
import { type Refusal, refusals } from "@/features/tasks/refusals";
import { connection } from "@/lib/connection";
import { useDesk } from "@/lib/desk";
import type { Draft } from "@/lib/drafts";
import { downSince } from "@/lib/hotkeys";
import { openAhead } from "@/lib/keys-ahead";

import { useBlocked } from "./blocked";
import { isTakenFirst } from "./item-work";
import { useDecide } from "./use-decide";

interface Stopped {
  why: string;
  /** Grows with each press, so that the same sentence is shown again. */
  times: number;
}

/** What waits for an answer before it is sent. */
interface Asked {
  outcome: OutcomeChoice;
  form: Record<string, unknown>;
  /** An edit was typed that is no part of it. */
  leavesEdit: boolean;
}

/** An edit of the text was typed, and not saved as a revision. */
const holdsEdit = ({ forms }: Draft) => FIELDS.some((name) => name in (forms[REVISE]?.values ?? {}));

const STOPPED_MS = 5_000; // by then a sentence that the next press answers has been read, and is long no longer so

/** What a person does with the item on screen. */
export function useItemActions(task: TaskDetail, lock: Lock, drafts: DraftActions, moves: Moves) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const blocked = useBlocked();
  const taskId = task.task_id;
  const takeTask = useClaim();
  const claiming = useIsClaiming(taskId);
  const { release, takeOver, extend } = useLockActions(taskId);
  const { decide, sending } = useDecide(taskId, moves);
  const refusal = refusals.use(taskId);
  const { fresh, isFresh, isHeldOver } = useFresh(useDesk().read_first_ms);
  const [opened, setOpened] = useState(0);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const typed = useRef(0);

  // what a listed word holds, or what tells of harm, is not published, answered or ended by one key
  const isCautious = task.harm !== null || heldFor(task.subject).length > 0;
  const claim = () => takeTask(taskId);
  const send = (outcome: OutcomeChoice, form: Record<string, unknown>) =>
    void decide({ task, outcome, form }, lock.kind === "mine");

  const tooEarly = t("work.actions.tooEarly");
  const passing = t("work.actions.harmFirst", { label: t("work.skip.label") });
  useEffect(() => {
    if (stopped?.why !== tooEarly && stopped?.why !== passing) return;
    const timer = setTimeout(() => setStopped(null), STOPPED_MS);
    return () => clearTimeout(timer);
  }, [stopped, tooEarly, passing]);

  const stop = (why: string) => {
    setStopped((before) => ({ why, times: (before?.times ?? 0) + 1 }));
    announce(why, "assertive");
  };

  /** Sends it, or asks first: what cannot be undone takes two acts, as does what answers or publishes an item that asks for care. */
  const sendOrAsk = (outcome: OutcomeChoice, form: Record<string, unknown>) => {
    const isFinal = outcome.form === null && !outcome.undo;
    const isCareful = isFinal || (isCautious && (outcome.tone === "primary" || isReply(outcome)));
    const leavesEdit = outcome.tone === "primary" && outcome.form === null && holdsEdit(drafts.draft);
    if (isCareful || leavesEdit) setAsked({ outcome, form, leavesEdit });
    else send(outcome, form);
  };

  /** What tells of harm is not passed over by one key: the next one passes while the sentence stands there. */
  const mayPass = () => {
    if (!task.harm || stopped?.why === passing) return true;
    stop(passing);
    return false;
  };

  /** Opens its form, with the focus. */
  const write = (outcome: OutcomeChoice) => {
    setOpened((times) => times + 1);
    openAhead();
    drafts.open(outcome.name);
  };

  /** `isEarly`: by a key that was pressed before the item was there. It opens a form, and decides nothing. */
  const choose = (outcome: OutcomeChoice, isEarly = false) => {
    if (sending !== null) return;
    if (outcome.form ? isHeldOver() : isEarly || isFresh()) {
      stop(tooEarly);
      return;
    }
    const reason = blocked(outcome);
    // what is written beside an item can be written, and saved, before the outcome is possible
    if (reason !== null && !isBeside(outcome.form)) stop(reason);
    else if (isTakenFirst({ task, lock, drafts })) stop(t("work.blocked.untaken"));
    else if (lock.kind === "held") stop(t("work.lock.said.held", { name: lock.by.name }));
    else if (lock.kind === "assigned") stop(t("work.lock.said.assigned", { name: lock.to.name }));
    else if (outcome.form === null && lock.kind !== "mine" && connection.isAway()) stop(t("work.lock.awayHint"));
    else if (outcome.form) {
      write(outcome);
      if (lock.kind !== "mine" && !connection.isAway()) void claim(); // the lock bar says why not
    } else sendOrAsk(outcome, {});
  };

  return {
    choose,
    write,
    mayPass,
    /** No outcome of it is offered before the others; one that publishes, answers or ends it is asked about. */
    isCautious,
    /** No key decides a new item yet: nobody can have read it. */
    fresh,
    /** How often somebody has opened a form; 0 where it was left open. */
    opened,
    submit: sendOrAsk,
    /** Why the outcome that was pressed last did nothing. */
    stopped,
    /** What waits for a second confirmation. */
    asked,
    answer: (isSure: boolean) => {
      setAsked(null);
      if (isSure && asked) send(asked.outcome, asked.form);
    },
    /** Sends what got no answer once more, whatever has become of the lock: it may have been done the first time. */
    again: ({ outcome, unanswered }: Refusal) => {
      if (outcome && unanswered) void decide({ task, outcome, form: unanswered }, true);
    },
    claim: () => void claim(),
    claiming,
    /** Gives the sentence of a refusal, or null when it was done. */
    takeOver: async (reason: string) => {
      const sent = await takeOver.run(reason);
      return sent.state === "refused" ? sayRefusal(sent.error, t) : null;
    },
    takingOver: takeOver.busy,
    extend,
    release: () => void release.run(),
    refusal,
    /** The outcome whose decision is on its way. */
    sending,
    forgetLoss: () => forgetLoss(client, taskId),
    dismiss: () => refusals.set(client, null, taskId),
    /** The first letter takes an item that is free; one that was refused or lost is taken by hand. */
    type: () => {
      if (typed.current === taskId || lock.kind !== "free" || connection.isAway()) return;
      typed.current = taskId;
      void claim();
    },
  };
}

export type ItemActions = ReturnType<typeof useItemActions>;

/**
 * Whether an item has been on screen for less than this time: a key that was meant for the one before must not decide it.
 * `isHeldOver`: the key went down before the item was shown, however long it has been held; `isFresh` also says so then.
 */
function useFresh(ms: number) {
  const [shownAt] = useState(() => performance.now());
  const [fresh, setFresh] = useState(ms > 0);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  const isHeldOver = () => ms > 0 && downSince() <= shownAt;
  const isFresh = () => isHeldOver() || (ms > 0 && performance.now() - shownAt < ms);
  return { fresh, isFresh, isHeldOver };
}
