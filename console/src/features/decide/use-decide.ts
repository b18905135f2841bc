import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { runCommand } from "@/api/command";
import { refresh } from "@/api/queries";
import { companyOf, titleOf, versionOf } from "@/api/subjects";
import type { Decision, DecisionRow, OutcomeChoice, Person, TaskDetail } from "@/api/types";
import { useSending } from "@/api/use-command";
import { announce } from "@/components/desk/announcer";
import { claimTask } from "@/features/claim/lock-commands";
import { flushSaving, stopSaving } from "@/features/drafts/server-draft";
import { storeClosed, storeRefusedLock } from "@/features/lock/lock-cache";
import { isReply } from "@/features/form/fields";
import { REVISE } from "@/features/revise/fields";
import { useMe } from "@/features/session/use-me";
import { type DecisionBody, postDecision } from "@/features/tasks/calls";
import { hideDecided, showAgain } from "@/features/tasks/decided";
import type { Moves } from "@/features/tasks/moves";
import { sayingOf } from "@/features/tasks/outcome-words";
import { refusalOf, refusals } from "@/features/tasks/refusals";
import { HISTORIES, itemRead, LISTS, PAGES } from "@/features/tasks/task-reads";
import { addDecision, countBeingSent, newestFinal, RECENT } from "@/features/undo/recent";
import { useSayDone } from "@/features/undo/use-say-done";
import { type Place, remembered } from "@/features/undo/where";
import { draftKey, readDraft, writeDraft } from "@/lib/drafts";
import { useLatest } from "@/lib/use-latest";


interface Choice {
  task: TaskDetail;
  outcome: OutcomeChoice;
  /** What the form gives; nothing where there is none. */
  form: Record<string, unknown>;
}

/** Decides, and moves on: at once where the decision can be taken back, else when the server has agreed. */
export function useDecide(taskId: number, { onward, back }: Moves) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const sayDone = useSayDone();
  const here = useLatest(useLocation());
  const name = `decide ${taskId}`;
  const sending = useSending(name) as DecisionBody | null;

  /** `held`: the lock is this person's; where it is not, it is taken first. */
  const decide = useCallback(
    async (choice: Choice, held: boolean): Promise<void> => {
      const { task, outcome, form } = choice;
      const { pathname, search } = here();
      let isHeld = held;
      // a reply stays in sight until the server has taken it: a newer message may stand against it
      const isAhead = outcome.undo && !isReply(outcome);
      const leave = () => {
        hideDecided(client, taskId);
        onward(taskId);
      };
      const body: DecisionBody = { outcome: outcome.name, form, ...readVersionOf(task) };
      await runCommand(
        client,
        {
          name,
          send: async (decision: DecisionBody, key) => {
            if (!isHeld) await claimTask(client, taskId, me);
            isHeld = true; // tried again, it is not taken once more: it may be decided already
            await flushSaving(taskId, formOf(task, outcome));
            return postDecision(taskId, decision, key);
          },
          refreshes: [...LISTS, ...PAGES, HISTORIES, RECENT],
          elsewhere: [itemRead(taskId)],
          begun: () => {
            refusals.set(client, null, taskId);
            if (!isAhead) return;
            countBeingSent(client, 1);
            leave();
          },
          done: (decision) => {
            if (isAhead) countBeingSent(client, -1);
            else leave();
            settleDecided(client, choice, me, { pathname, search });
            const row = rowOf(choice, decision);
            if (row.undo_until) addDecision(client, row);
            newestFinal.set(client, row.undo_until ? null : row.label);
            sayDone(row);
          },
          refused: (error) => {
            if (isAhead) countBeingSent(client, -1);
            storeRefusedLock(client, taskId, error);
            showAgain(client, taskId);
            refusals.set(client, refusalOf(error, choice), taskId);
            void refresh(client, itemRead(taskId));
            back(taskId);
            announce(t(`work.refused.title.${sayingOf(outcome.name)}`, { label: outcome.label }), "assertive");
          },
        },
        body,
      );
    },
    [client, taskId, name, me, onward, back, sayDone, here, t],
  );
  /** `sending`: the name of the outcome whose decision is on its way: its button shows that. */
  return { decide, sending: sending?.outcome ?? null };
}

/** The decision as the server would list it. */
function rowOf({ task, outcome }: Choice, { decided_at, undo_until }: Decision): DecisionRow {
  const title = titleOf(task.subject) ?? "";
  const company = companyOf(task.subject) ?? "";
  const addressed = task.subject.kind !== "ticket" || task.subject.client.email !== "";
  const { name, label } = outcome;
  return { task_id: task.task_id, queue: task.queue, outcome: name, label, title, company, addressed, decided_at, undo_until, refusal: null };
}

function settleDecided(client: QueryClient, { task }: Choice, me: Person, from: Place) {
  const key = draftKey(me.id, task.task_id);
  const { [REVISE]: edit, ...forms } = readDraft(key)?.forms ?? {};
  // an edit that was not saved is no part of the decision: it can still be read with the item
  writeDraft(key, edit ? { open: null, forms: { [REVISE]: edit } } : null);
  stopSaving(task.task_id);
  storeClosed(client, task.task_id, me, null);
  remembered.set(client, { from, typed: forms }, task.task_id);
  // it is not read again while it leaves the screen
  void client.invalidateQueries({ queryKey: itemRead(task.task_id), refetchType: "none" });
}

/** The name of the form that is sent: the outcomes that send a reply share one. */
const formOf = ({ outcomes }: TaskDetail, outcome: OutcomeChoice) => (isReply(outcome) ? (outcomes.find(isReply) ?? outcome) : outcome).name;

/** What was read, for the server to refuse a decision on what has changed since. */
function readVersionOf({ subject }: TaskDetail): Pick<DecisionBody, "revision"> {
  const revision = versionOf(subject);
  return revision === null ? {} : { revision };
}
