import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { runCommand } from "@/api/command";
import { ApiError } from "@/api/error";
import type { Decision, Person } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { claimTask } from "@/features/claim/lock-commands";
import { storeClosed } from "@/features/lock/lock-cache";
import { useMe } from "@/features/session/use-me";
import { postDecision } from "@/features/tasks/calls";
import { HISTORIES, LISTS } from "@/features/tasks/task-reads";
import { type Desk, pathOfItem, useDesk } from "@/lib/desk";
import { draftKey, writeDraft } from "@/lib/drafts";

import { type LastDecision, lastDecision } from "./last-decision";

export const UNDO = "undo";

/** Takes the last decision back while its hold lasts, and opens the item again with what was typed for it. */
export function useUndo(): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const desk = useDesk();

  return useCallback(async () => {
    const last = lastDecision.get(client);
    if (!last || last.problem) return;
    const { taskId, undo } = last.waits;
    let isHeld = false;
    const sent = await runCommand(
      client,
      {
        name: UNDO,
        send: async (task: number, key) => {
          if (!isHeld) await claimTask(client, task, me);
          isHeld = true;
          return postDecision(task, { outcome: undo, form: {} }, key);
        },
        refreshes: [...LISTS, HISTORIES],
        says: () => t("work.undo.done"),
        done: (decision) => {
          storeClosed(client, taskId, me, null);
          lastDecision.set(client, null);
          giveTextBack(last, decision, me);
        },
        refused: (error) => {
          lastDecision.set(client, { ...last, problem: error instanceof ApiError ? error.code : "unknown" });
          announce(t("work.undo.refused"), "assertive");
        },
      },
      taskId,
    );
    const place = sent.state === "done" ? placeOf(sent.result, desk) : null;
    if (place) await navigate(place);
  }, [client, desk, me, navigate, t]);
}

/** The item returns as a new task: the draft is moved to it and its form is opened again. */
function giveTextBack({ outcome, typed }: LastDecision, { next }: Decision, me: Person): void {
  if (next && typed) writeDraft(draftKey(me.id, next.task_id), { open: outcome.name, forms: { [outcome.name]: typed } });
}

function placeOf({ next }: Decision, desk: Desk): string | undefined {
  return next ? pathOfItem(desk, next.queue, next.task_id) : undefined;
}
