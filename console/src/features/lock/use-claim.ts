import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { sayRefusal } from "@/components/desk/say-refusal";
import { refusalOf, refusals } from "@/features/command/refusals";

import { claimAndTell } from "./claim-and-tell";
import { extendLock, releaseTask, takeOverTask } from "./lock-calls";
import { useMe } from "./use-lock";

/** Taking a task and giving it back, as a person does. */
export function useClaim(taskId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const [claiming, setClaiming] = useState(false);

  const claim = useCallback(async (): Promise<boolean> => {
    setClaiming(true);
    const ours = await claimAndTell(client, taskId, me, t);
    setClaiming(false);
    return ours;
  }, [client, taskId, me, t]);

  const release = useCallback(async (): Promise<void> => {
    try {
      await releaseTask(client, taskId);
      announce(t("work.lock.said.released"));
    } catch (error) {
      refusals.set(client, refusalOf(error, { deed: "release" }), taskId);
    }
  }, [client, taskId, t]);

  /** Takes an item from who has it; the server lets head moderators do so. Gives the sentence of a refusal. */
  const takeOver = useCallback(
    async (reason: string): Promise<string | null> => {
      setClaiming(true);
      try {
        await takeOverTask(client, taskId, me, reason);
        refusals.set(client, null, taskId);
        for (const name of ["tasks", "history"]) void client.invalidateQueries({ queryKey: [name] });
        void client.invalidateQueries({ queryKey: ["task", taskId] });
        announce(t("work.lock.said.mine"));
        return null;
      } catch (error) {
        return sayRefusal(error, t);
      } finally {
        setClaiming(false);
      }
    },
    [client, taskId, me, t],
  );

  /** A heartbeat by hand. What it is refused, the lock bar tells. */
  const extend = useCallback(() => {
    extendLock(client, taskId, me).catch(() => undefined);
  }, [client, taskId, me]);

  return { claim, takeOver, extend, release, claiming };
}
