import type { QueryClient } from "@tanstack/react-query";

import type { Person } from "@/api/types";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { deleteLock, postTakeOver, putLock } from "@/features/tasks/calls";

import { noteGivenBack, noteMine, noteRefusal } from "./lock-notes";

const claims = new Map<number, Promise<void>>();

/** Takes a task. Asked again while the answer is on its way, it waits for the same answer. Throws the refusal. */
export function claimTask(client: QueryClient, taskId: number, me: Person): Promise<void> {
  const running = claims.get(taskId);
  if (running) return running;
  const claim = lock(client, taskId, me, false).finally(() => claims.delete(taskId));
  claims.set(taskId, claim);
  return claim;
}

/** The heartbeat. Throws `lock_lost` when the task is no longer ours. */
export function extendLock(client: QueryClient, taskId: number, me: Person): Promise<void> {
  return lock(client, taskId, me, true);
}

/** Takes what others have. Throws the refusal. */
export async function takeOverTask(client: QueryClient, taskId: number, me: Person, reason: string): Promise<void> {
  const intent = `take over ${taskId} ${reason}`;
  try {
    noteMine(client, taskId, me, await withTries(() => postTakeOver(taskId, reason, keyOf(intent)), isPassing));
    settle(intent);
  } catch (error) {
    if (!isPassing(error)) settle(intent);
    noteRefusal(client, taskId, error);
    throw error;
  }
}

export async function releaseTask(client: QueryClient, taskId: number): Promise<void> {
  try {
    await deleteLock(taskId);
    noteGivenBack(client, taskId);
  } catch (error) {
    noteRefusal(client, taskId, error);
    throw error;
  }
}

async function lock(client: QueryClient, taskId: number, me: Person, extend: boolean): Promise<void> {
  try {
    noteMine(client, taskId, me, await putLock(taskId, extend));
  } catch (error) {
    noteRefusal(client, taskId, error);
    throw error;
  }
}
