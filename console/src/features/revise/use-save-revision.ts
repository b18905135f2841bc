import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { runCommand } from "@/api/command";
import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import type { TaskDetail } from "@/api/types";
import { useIsOnItsWay } from "@/api/use-command";
import { announce } from "@/components/desk/announcer";
import { claimTask } from "@/features/claim/lock-commands";
import { pauseSaving, resumeSaving } from "@/features/drafts/server-draft";
import { storeRefusedLock } from "@/features/lock/lock-cache";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { patchReview, type RevisionBody } from "@/features/tasks/calls";
import { isOutdated, refusalOf, refusals } from "@/features/tasks/refusals";
import { HISTORIES, itemRead, LISTS } from "@/features/tasks/task-reads";
import { changeTask } from "@/features/tasks/use-task";

import { REVISE, revised } from "./fields";

const nameOf = (taskId: number) => `revise ${taskId}`;

/** Whether an edit is being saved: the specification's isSaving. */
export const useIsSaving = (taskId: number): boolean => useIsOnItsWay(nameOf(taskId));

/** Saves an edit; claims the item first if it is free. `saved` is called before the item shows the new text. */
export function useSaveRevision(task: TaskDetail, lock: Lock) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const { task_id: taskId, subject } = task;
  const held = lock.kind === "mine";

  return useCallback(
    (body: RevisionBody, saved: () => void) => {
      let isHeld = held;
      return runCommand(
        client,
        {
          name: nameOf(taskId),
          send: async (revision: RevisionBody) => {
            if (!isHeld) await claimTask(client, taskId, me);
            isHeld = true;
            // saving the edit deletes its draft: a draft that arrived later would come back as an unsaved edit
            await pauseSaving(taskId, REVISE);
            return patchReview(subject.id, revision);
          },
          refreshes: [...LISTS, HISTORIES, itemRead(taskId)],
          says: ({ number }) => t("revise.done", { number }),
          begun: () => refusals.set(client, null, taskId),
          done: (revision) => {
            saved();
            resumeSaving(taskId, REVISE);
            changeTask(client, taskId, (now) => revised(now, revision));
          },
          refused: async (error) => {
            resumeSaving(taskId, REVISE);
            storeRefusedLock(client, taskId, error);
            // the newer revision is shown in place of the editor
            if (isOutdated(error)) await refresh(client, itemRead(taskId));
            else if (Object.keys(fieldsOf(error)).length > 0) return;
            else refusals.set(client, refusalOf(error, { deed: "revise" }), taskId);
            announce(t("work.refused.title.revise"), "assertive");
          },
        },
        body,
      );
    },
    [client, held, me, subject.id, t, taskId],
  );
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});
