import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { runCommand } from "@/api/command";
import { useIsOnItsWay } from "@/api/use-command";
import { announce } from "@/components/desk/announcer";
import { useMe } from "@/features/session/use-me";
import { OFFLINE, type Refusal, refusalOf, refusals } from "@/features/tasks/refusals";
import { connection } from "@/lib/connection";

import { claiming } from "./lock-commands";

export const ABOUT_LOCKS = new Set(["task_taken", "lock_lost", "task_closed"]);

/** Takes a task for this person, and says how it went; whether it is theirs now. */
export function useClaim(): (taskId: number) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  return useCallback(
    async (taskId: number) => {
      if (connection.isAway()) {
        refusals.set(client, offline(), taskId);
        announce(t("work.refused.reason.offline"), "assertive");
        return false;
      }
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

/** Without connection nobody waits for an answer: the item says at once why it cannot be taken. */
const offline = (): Refusal => ({ ...refusalOf(null, { deed: "claim" }), code: OFFLINE });

/** Whether this person is taking the task at this moment. */
export function useIsClaiming(taskId: number): boolean {
  return useIsOnItsWay(`claim ${taskId}`);
}
