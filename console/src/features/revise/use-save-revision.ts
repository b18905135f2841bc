import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { TaskDetail } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { deskState } from "@/features/command/desk-state";
import { withTries } from "@/features/command/intents";
import { isOutdated, isPassing, refusalOf, refusals } from "@/features/command/refusals";
import { claimTask } from "@/features/lock/lock-calls";
import { noteRefusal } from "@/features/lock/lock-notes";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/lock/use-lock";
import { patchReview } from "@/features/tasks/calls";
import { notify } from "@/lib/notifications";

import { type ReviewWords, toSend } from "./fields";
import type { Problems } from "./problems";

/** An edit is on its way, by task: the specification's isSaving. */
export const saving = deskState<boolean>("saving");

/** Saves an edit, taking the item first where it is free. Gives what stands against it by field, or what became of it. */
export function useSaveRevision(task: TaskDetail, lock: Lock) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const { task_id: taskId, subject } = task;
  const held = lock.kind === "mine";

  return useCallback(
    async (revision: number, reason: string, changes: Partial<ReviewWords>): Promise<"saved" | "refused" | Problems> => {
      if (saving.get(client, taskId)) return "refused";
      saving.set(client, true, taskId);
      refusals.set(client, null, taskId);
      try {
        if (!held) await withTries(() => claimTask(client, taskId, me), isPassing);
        const saved = await withTries(() => patchReview(subject.id, { ...toSend(changes), revision, reason }), isPassing);
        for (const name of ["tasks", "history"]) void client.invalidateQueries({ queryKey: [name] });
        await client.invalidateQueries({ queryKey: ["task", taskId] });
        notify(t("revise.done", { number: saved.number }));
        return "saved";
      } catch (error) {
        noteRefusal(client, taskId, error);
        if (isOutdated(error)) {
          await client.invalidateQueries({ queryKey: ["task", taskId] });
          announce(t("work.refused.title.revise"), "assertive");
          return "refused";
        }
        const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
        if (fields.length > 0) return Object.fromEntries(fields.map(([name, sentences]) => [name, sentences.join(" ")]));
        refusals.set(client, refusalOf(error, { deed: "revise" }), taskId);
        announce(t("work.refused.title.revise"), "assertive");
        return "refused";
      } finally {
        saving.set(client, null, taskId);
      }
    },
    [client, held, me, subject.id, t, taskId],
  );
}
