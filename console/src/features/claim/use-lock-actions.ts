import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { storeRelease, storeLease } from "@/features/lock/lock-cache";
import { useMe } from "@/features/session/use-me";
import { deleteLock, postTakeOver } from "@/features/tasks/calls";
import { OWN, taskReads } from "@/features/tasks/task-reads";

import { extendLock } from "./lock-commands";
import { useTaskCommand } from "./use-task-command";

/** Commands of the lock: extend, release, take over. */
export function useLockActions(taskId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();

  const release = useTaskCommand(taskId, "release", {
    send: () => deleteLock(taskId),
    refreshes: OWN,
    done: () => {
      storeRelease(client, taskId);
      announce(t("work.lock.said.released"));
    },
  });
  /** The server lets head moderators do so. Its dialog shows the refusal. */
  const takeOver = useTaskCommand(taskId, null, {
    send: (reason: string, key) => postTakeOver(taskId, reason, key),
    refreshes: taskReads(taskId),
    done: (answer) => {
      storeLease(client, taskId, me, answer);
      announce(t("work.lock.said.mine"));
    },
  });
  /** Extends the lock on request. */
  const extend = useCallback(() => void extendLock(client, taskId, me), [client, taskId, me]);
  return { release, takeOver, extend };
}
