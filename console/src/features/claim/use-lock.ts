import type { TaskDetail } from "@/api/types";
import { useLockState } from "@/features/lock/lock-cache";
import { answeredBy, type Lock, lockOf, withAnswer } from "@/features/lock/lock-state";
import { useMe } from "@/features/session/use-me";
import { useLastPassed } from "@/lib/clock";

import { useHeartbeat } from "./use-heartbeat";

/** The current state of a task's lock; the person's own lock is extended. */
export function useLock(task: TaskDetail): Lock {
  const me = useMe();
  const state = useLockState(task.task_id) ?? withAnswer(null, answeredBy(task));
  // Between these moments the state does not depend on the time.
  const now = useLastPassed(...[state.until, state.former[me.id]].flatMap((end) => (end ? [Date.parse(end)] : [])));
  const lock = lockOf({ state, open: task.open, assignee: task.assigned_to, me: me.id, now });
  useHeartbeat(task.task_id, lock, state, me);
  return lock;
}
