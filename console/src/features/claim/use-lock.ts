import type { TaskDetail } from "@/api/types";
import { useLockState } from "@/features/lock/lock-cache";
import { answeredBy, type Lock, lockOf, withAnswer } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { useNow } from "@/lib/clock";

import { useHeartbeat } from "./use-heartbeat";

const SECOND = 1_000;

/** The current state of a task's lock; the person's own lock is extended. */
export function useLock(task: TaskDetail): Lock {
  const me = useMe();
  const now = useNow(SECOND);
  const state = useLockState(task.task_id) ?? withAnswer(null, answeredBy(task));
  const lock = lockOf({ state, open: task.open, assignee: task.assigned_to, me: me.id, now });
  useHeartbeat(task.task_id, lock, state, me, now);
  return lock;
}
