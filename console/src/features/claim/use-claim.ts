import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { runCommand } from "@/api/command";
import { useIsOnItsWay } from "@/api/use-command";
import { announce } from "@/components/desk/announcer";
import { useMe } from "@/features/session/use-me";
import { refusalOf, refusals } from "@/features/tasks/refusals";

import { claiming } from "./lock-commands";

const ABOUT_LOCKS = new Set(["task_taken", "lock_lost", "task_closed"]);

/** Takes a task for this person, and says how it went; whether it is theirs now. */
export function useClaim(): (taskId: number) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  return useCallback(
    async (taskId: number) => {
      const sent = await runCommand(client, claiming(client, taskId, me), undefined);
      if (sent.state === "refused") {
        const refusal = refusalOf(sent.error, { deed: "claim" });
        // what concerns the lock, the lock bar shows
        refusals.set(client, ABOUT_LOCKS.has(refusal.code) ? null : refusal, taskId);
        const { holder } = refusal;
        announce(holder ? t("work.lock.said.held", { name: holder.name }) : t("work.lock.said.refused"), "assertive");
      }
      if (sent.state !== "done") return false;
      refusals.set(client, null, taskId);
      announce(t("work.lock.said.mine"));
      return true;
    },
    [client, me, t],
  );
}

/** Whether this person is taking the task at this moment. */
export function useIsClaiming(taskId: number): boolean {
  return useIsOnItsWay(`claim ${taskId}`);
}
