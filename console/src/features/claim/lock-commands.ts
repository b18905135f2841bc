import type { QueryClient } from "@tanstack/react-query";

import { type Command, runCommand } from "@/api/command";
import type { LockAnswer, Person } from "@/api/types";
import { storeLease, storeRefusedLock } from "@/features/lock/lock-cache";
import { putLock } from "@/features/tasks/calls";
import { OWN } from "@/features/tasks/task-reads";

/** Takes a task. */
export const claiming = (client: QueryClient, taskId: number, me: Person) => locking("claim", client, taskId, me);

/** The heartbeat. Refused with `lock_lost` when the task is no longer this person's. */
export async function extendLock(client: QueryClient, taskId: number, me: Person): Promise<void> {
  await runCommand(client, locking("extend", client, taskId, me), undefined);
}

/** Takes a task as part of another command. Throws the refusal. */
export async function claimTask(client: QueryClient, taskId: number, me: Person): Promise<void> {
  const sent = await runCommand(client, claiming(client, taskId, me), undefined);
  if (sent.state === "refused") throw sent.error;
}

function locking(what: "claim" | "extend", client: QueryClient, taskId: number, me: Person): Command<undefined, LockAnswer> {
  return {
    name: `${what} ${taskId}`,
    tries: 1, // the next heartbeat is a retry, and a person sees immediately that they did not get the item
    send: () => putLock(taskId, what === "extend"),
    refreshes: what === "claim" ? OWN : [],
    done: (answer) => storeLease(client, taskId, me, answer),
    refused: (error) => storeRefusedLock(client, taskId, error),
  };
}
