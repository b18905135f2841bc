import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import type { Person, TaskDetail } from "@/api/types";
import { useUser } from "@/features/session/session-context";
import type { Asked } from "@/features/tasks/calls";
import type { ListedTask } from "@/features/tasks/merge-pages";
import { useNow } from "@/lib/clock";

import { noteOurs, useLockNote } from "./lock-notes";
import { type Lock, lockOf, sightingOf } from "./lock-state";
import { useHeartbeat } from "./use-heartbeat";

const SECOND = 1_000;

/** How a task's lock stands this second, from all that is known of it; one's own is kept alive. */
export function useLock(task: Asked<TaskDetail>, listed: ListedTask | undefined): Lock {
  const client = useQueryClient();
  const me = useMe();
  const now = useNow(SECOND);
  const taskId = task.value.task_id;
  const note = useLockNote(taskId);

  const sightings = [sightingOf(task.value, task.askedAt)];
  if (listed) sightings.push(sightingOf(listed.row, listed.askedAt));
  const { open, assigned_to: assignee } = task.value;
  const lock = lockOf({ sightings, note, open, assignee, me: me.id, now });

  const unnoted = lock.kind === "mine" && note?.had == null && task.value.locked_id === me.id;
  useEffect(() => {
    if (unnoted) noteOurs(client, task.value, task.askedAt);
  }, [client, unnoted, task]);

  useHeartbeat(taskId, lock, note, me, now);
  return lock;
}

export function useMe(): Person {
  const { id, name } = useUser();
  return useMemo(() => ({ id, name: name.full }), [id, name.full]);
}
