import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { Person } from "@/api/types";

import { isActive, useActivity } from "./activity";
import { extendLock } from "./lock-calls";
import { HEARTBEAT_MS, isExtendable, LEASE_MS, type Lock, type LockNote } from "./lock-state";

const AGAIN_MS = 5_000; // after an attempt that got no answer

/** Lengthens one's own lock while the person works, 30 seconds after it was last lengthened. */
export function useHeartbeat(taskId: number, lock: Lock, note: LockNote | null, me: Person, now: number): void {
  const client = useQueryClient();
  const tried = useRef(-Infinity);
  useActivity();

  const due = lock.kind === "mine" && isExtendable(lock) && Date.parse(lock.until) - now <= LEASE_MS - HEARTBEAT_MS;
  useEffect(() => {
    if (!due || !isActive() || now - tried.current < AGAIN_MS) return;
    tried.current = now;
    // a refusal has been noted, and the lock bar tells of it; silence is tried again
    extendLock(client, taskId, me).catch(() => undefined);
  }, [client, taskId, me, due, now]);
  // that another has it may be seen in a list first: only a heartbeat's refusal says who took it and why
  const untold = note?.had != null && note.loss === null && isGone(lock);
  useEffect(() => {
    if (untold) extendLock(client, taskId, me).catch(() => undefined);
  }, [client, taskId, me, untold]);
}

/** It was ours, and ended by another's hand. */
function isGone(lock: Lock): boolean {
  return lock.kind === "held" || lock.kind === "assigned" || (lock.kind === "ended" && lock.at === null);
}
