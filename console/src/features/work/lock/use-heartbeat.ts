import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { Person } from "@/api/types";

import { isActive, useActivity } from "./activity";
import { extendLock } from "./lock-calls";
import { HEARTBEAT_MS, isExtendable, LEASE_MS, type Lock } from "./lock-state";

const AGAIN_MS = 5_000; // after an attempt that got no answer

/** Lengthens one's own lock while the person works, 30 seconds after it was last lengthened. */
export function useHeartbeat(taskId: number, lock: Lock, me: Person, now: number): void {
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
}
