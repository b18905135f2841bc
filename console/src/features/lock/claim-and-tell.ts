import type { QueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";

import type { Person } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { refusalOf, refusals } from "@/features/command/refusals";

import { claimTask } from "./lock-calls";

const ABOUT_LOCKS = new Set(["task_taken", "lock_lost", "task_closed"]);

/** Takes a task for a person, and says how it went. A refusal that the lock bar does not tell stays on the item. */
export async function claimAndTell(client: QueryClient, taskId: number, me: Person, t: TFunction): Promise<boolean> {
  try {
    await claimTask(client, taskId, me);
    refusals.set(client, null, taskId);
    announce(t("work.lock.said.mine"));
    return true;
  } catch (error) {
    const refusal = refusalOf(error, { deed: "claim" });
    refusals.set(client, ABOUT_LOCKS.has(refusal.code) ? null : refusal, taskId);
    const { holder } = refusal;
    announce(holder ? t("work.lock.said.held", { name: holder.name }) : t("work.lock.said.refused"), "assertive");
    return false;
  }
}
