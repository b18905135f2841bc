import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { Person } from "@/api/types";
import { HEARTBEAT_MS, isExtendable, LEASE_MS, type Lock, type LockState, wasHeldBy } from "@/features/lock/lock-state";

import { isActive, useActivity } from "./activity";
import { extendLock } from "./lock-commands";

const AGAIN_MS = 5_000; // after an attempt that got no answer

/** Lengthens one's own lock while the person works, 30 seconds after it was last lengthened. */
export function useHeartbeat(taskId: number, lock: Lock, state: LockState, me: Person, now: number): void {
  const client = useQueryClient();
  const tried = useRef(-Infinity);
  useActivity();

  const due = lock.kind === "mine" && isExtendable(lock) && Date.parse(lock.until) - now <= LEASE_MS - HEARTBEAT_MS;
  useEffect(() => {
    if (!due || !isActive() || now - tried.current < AGAIN_MS) return;
    tried.current = now;
    // a refusal changes the lock, and the lock bar shows it; silence is tried again
    void extendLock(client, taskId, me);
  }, [client, taskId, me, due, now]);
  // that another has it may be seen in a list first: only a heartbeat's refusal says who took it and why
  const unexplained = wasHeldBy(state, me.id) && state.loss === null && isGone(lock);
  useEffect(() => {
    if (unexplained) void extendLock(client, taskId, me);
  }, [client, taskId, me, unexplained]);
}

/** It was ours, and ended by another's hand. */
function isGone(lock: Lock): boolean {
  return lock.kind === "held" || lock.kind === "assigned" || (lock.kind === "ended" && lock.at === null);
}
