import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { ApiError } from "@/api/error";
import type { Decision, Person } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { deskState } from "@/features/command/desk-state";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { claimTask } from "@/features/lock/lock-calls";
import { noteClosed } from "@/features/lock/lock-notes";
import { useMe } from "@/features/lock/use-lock";
import { postDecision } from "@/features/tasks/calls";
import { type Desk, pathOfItem, useDesk } from "@/lib/desk";
import { draftKey, writeDraft } from "@/lib/drafts";
import { notify } from "@/lib/notifications";

import { type LastDecision, lastDecision } from "./last-decision";

/** Whether a decision is being taken back at this moment. */
export const undoing = deskState<true>("undoing");

/** Takes the last decision back while its hold lasts, and opens the item again with what was typed for it. */
export function useUndo(): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const desk = useDesk();

  return useCallback(async () => {
    const last = lastDecision.get(client);
    if (!last || last.problem || undoing.get(client)) return;
    undoing.set(client, true);
    const { taskId, undo } = last.waits;
    const intent = `undo ${taskId}`;
    try {
      await withTries(() => claimTask(client, taskId, me), isPassing);
      const decision = await withTries(() => postDecision(taskId, { outcome: undo, form: {} }, keyOf(intent)), isPassing);
      settle(intent);
      noteClosed(client, taskId, me, null);
      lastDecision.set(client, null);
      giveTextBack(last, decision, me);
      for (const name of ["tasks", "queues", "history"]) void client.invalidateQueries({ queryKey: [name] });
      notify(t("work.undo.done"));
      const place = placeOf(decision, desk);
      if (place) await navigate(place);
    } catch (error) {
      if (!isPassing(error)) settle(intent);
      const problem = error instanceof ApiError ? error.code : "unknown";
      lastDecision.set(client, { ...last, problem });
      announce(t("work.undo.refused"), "assertive");
    } finally {
      undoing.set(client, null);
    }
  }, [client, desk, me, navigate, t]);
}

/** The item comes back as a new task: what was typed moves over to it, its form open as it was. */
function giveTextBack({ outcome, typed }: LastDecision, { next }: Decision, me: Person): void {
  if (next && typed) writeDraft(draftKey(me.id, next.task_id), { open: outcome.name, forms: { [outcome.name]: typed } });
}

function placeOf({ next }: Decision, desk: Desk): string | undefined {
  return next ? pathOfItem(desk, next.queue, next.task_id) : undefined;
}
