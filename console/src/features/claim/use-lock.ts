import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { Person, TaskDetail } from "@/api/types";
import { useLockState } from "@/features/lock/lock-cache";
import {
  answeredBy,
  HEARTBEAT_MS,
  isExtendable,
  LEASE_MS,
  type Lock,
  lockOf,
  type LockState,
  wasHeldBy,
  withAnswer,
} from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { clock, useHasPassed, useLastPassed } from "@/lib/clock";

import { isActive, useActivity } from "./activity";
import { extendLock } from "./lock-commands";

const AGAIN_MS = 5_000;

 // after an attempt that got no answer
const LOOK_MS = 1_000;

/** The current state of a task's lock; the person's own lock is extended. `goesOn`: that it is closed is not shown. */
export function useLock(task: TaskDetail, goesOn: boolean): Lock {
  const me = useMe();
  const state = useLockState(task.task_id) ?? withAnswer(null, answeredBy(task));
  // Between these moments the state does not depend on the time.
  const now = useLastPassed(...[state.until, state.former[me.id]].flatMap((end) => (end ? [Date.parse(end)] : [])));
  const lock = lockOf({ state: goesOn ? { ...state, closed: null } : state, open: task.open, assignee: task.assigned_to, me: me.id, now });
  useHeartbeat(task.task_id, lock, state, me);
  return lock;
}

 // whether the person is active again

/** Extends the person's own lock while they are active, 30 seconds after the last extension. */
function useHeartbeat(taskId: number, lock: Lock, state: LockState, me: Person): void {
  const client = useQueryClient();
  const tried = useRef(-Infinity);
  useActivity();

  const extendable = lock.kind === "mine" && isExtendable(lock);
  const due = useHasPassed(extendable ? Date.parse(lock.until) - LEASE_MS + HEARTBEAT_MS : Infinity);
  useEffect(() => {
    if (!due) return;
    const extend = () => {
      if (!isActive() || clock.now() - tried.current < AGAIN_MS) return;
      tried.current = clock.now();
      // a refusal changes the lock, which the lock bar shows; without an answer it is retried
      void extendLock(client, taskId, me);
    };
    extend();
    const timer = setInterval(extend, LOOK_MS);
    return () => clearInterval(timer);
  }, [client, taskId, me, due]);
  // a list may show the new holder first, but only the refusal of a heartbeat has the person and the reason
  const unexplained = wasHeldBy(state, me.id) && state.loss === null && isGone(lock);
  useEffect(() => {
    if (unexplained) void extendLock(client, taskId, me);
  }, [client, taskId, me, unexplained]);
}

/** The person's lock was ended by another person. */
function isGone(lock: Lock): boolean {
  return lock.kind === "held" || lock.kind === "assigned" || (lock.kind === "ended" && lock.at === null);
}
