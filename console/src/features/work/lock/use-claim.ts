import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";

import { endLockOf } from "../calls";
import { refusalOf, refusals } from "../decide/refusals";
import { claimAndTell } from "./claim-and-tell";
import { extendLock, releaseTask } from "./lock-calls";
import { noteRefusal } from "./lock-notes";
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

  /** Ends another person's hold and takes the item; the server lets head moderators do so. */
  const takeOver = useCallback(async (): Promise<void> => {
    setClaiming(true);
    try {
      await endLockOf(taskId);
      await claimAndTell(client, taskId, me, t);
    } catch (error) {
      noteRefusal(client, taskId, error);
      refusals.set(client, refusalOf(error, { deed: "takeOver" }), taskId);
    }
    setClaiming(false);
  }, [client, taskId, me, t]);

  /** A heartbeat by hand. What it is refused, the lock bar tells. */
  const extend = useCallback(() => {
    extendLock(client, taskId, me).catch(() => undefined);
  }, [client, taskId, me]);

  return { claim, takeOver, extend, release, claiming };
}
