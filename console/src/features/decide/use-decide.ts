import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { Decision } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { deskState } from "@/features/command/desk-state";
import { refusalOf, refusals } from "@/features/command/refusals";
import { stopKeeping } from "@/features/drafts/server-draft";
import { noteClosed } from "@/features/lock/lock-notes";
import { useMe } from "@/features/lock/use-lock";
import { REVISE } from "@/features/revise/fields";
import { hideDecided, showAgain } from "@/features/tasks/decided";
import { sayingOf } from "@/features/tasks/outcome-words";
import { draftKey, readDraft, writeDraft } from "@/lib/drafts";

import { lastDecision, waitingPlace } from "./last-decision";
import { type Choice, sendChoice } from "./send";
import { useSayDone } from "./use-say-done";

/** The outcome whose decision is on its way, by task: its button shows it and cannot be pressed again. */
export const deciding = deskState<string>("deciding");

export interface Moves {
  /** Away from a task that is decided, to the next one. */
  onward: (from: number) => void;
  /** Back to a task whose decision was refused. */
  back: (to: number) => void;
}

/** Decides, and moves on: at once where the decision can be taken back, else when the server has agreed. */
export function useDecide({ onward, back }: Moves) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const sayDone = useSayDone();

  return useCallback(
    async (choice: Choice, held: boolean): Promise<void> => {
      const { task, outcome } = choice;
      const taskId = task.task_id;
      if (deciding.get(client, taskId)) return;
      deciding.set(client, outcome.name, taskId);
      refusals.set(client, null, taskId);
      const leave = () => {
        hideDecided(client, taskId);
        onward(taskId);
      };
      if (outcome.undo) leave();
      try {
        const decision = await sendChoice(client, me, choice, held);
        if (!outcome.undo) leave();
        settleDecided(client, choice, decision, me);
        sayDone(choice, decision);
      } catch (error) {
        showAgain(client, taskId);
        refusals.set(client, refusalOf(error, choice), taskId);
        void client.invalidateQueries({ queryKey: ["task", taskId] });
        back(taskId);
        announce(t(`work.refused.title.${sayingOf(outcome.name)}`, { label: outcome.label }), "assertive");
      } finally {
        deciding.set(client, null, taskId);
      }
    },
    [client, me, onward, back, sayDone, t],
  );
}

function settleDecided(client: QueryClient, { task, outcome }: Choice, decision: Decision, me: { id: number; name: string }) {
  const key = draftKey(me.id, task.task_id);
  const { [outcome.name]: typed = null, [REVISE]: edit } = readDraft(key)?.forms ?? {};
  const waits = waitingPlace(decision);
  const title = task.subject.title || task.subject.text;
  // an edit that was not saved is no part of the decision: it can still be read with the item
  writeDraft(key, edit ? { open: null, forms: { [REVISE]: edit } } : null);
  stopKeeping(task.task_id);
  noteClosed(client, task.task_id, me, null);
  lastDecision.set(client, waits && { taskId: task.task_id, outcome, title, waits, typed, problem: null });
  for (const name of ["tasks", "queues", "history"]) void client.invalidateQueries({ queryKey: [name] });
  void client.invalidateQueries({ queryKey: ["task", task.task_id], refetchType: "none" });
}
