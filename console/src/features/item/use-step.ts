import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from "react";

import { read } from "@/api/queries";
import type { TaskDetail } from "@/api/types";
import { carryDraft, isWritten } from "@/features/drafts/use-draft";
import { useLockState } from "@/features/lock/lock-cache";
import { useMe } from "@/features/session/use-me";
import { useTask } from "@/features/tasks/use-task";
import { useCan } from "@/lib/permissions";

/**
 * The step to which an event from outside has led a ticket after its step ended; `next` is null if it has no further
 * step.
 */
interface Found {
  asked: number;
  of: number;
  next: number | null;
}

interface Shown {
  last: TaskDetail | null;
  /** The first step shown here. It is the React key, so it stays the same while a person goes on writing. */
  seat: number;
}

const sit = ({ seat }: Shown, { now, moves }: { now: TaskDetail; moves: boolean }): Shown => ({ last: now, seat: moves ? now.task_id : seat });

/**
 * The step of an item to show. If an event from outside, such as a message of the client, moves a ticket to its next
 * step, the new step replaces the old one in place, so that a person can go on writing. The old step stays until the
 * new one is loaded.
 */
export function useStep(asked: number, listed: boolean) {
  const client = useQueryClient();
  const me = useMe();
  const can = useCan();
  const [found, setFound] = useState<Found | null>(null);
  const taskId = found?.asked === asked ? (found.next ?? asked) : asked;
  const task = useTask(taskId, listed && taskId === asked);
  const [{ last, seat }, seated] = useReducer(sit, { last: null, seat: taskId });
  const closed = useLockState(last?.task_id ?? taskId)?.closed ?? null;

  // without typed text, the next step is mounted anew; an undo leads back to the earlier step
  const isFollowed = last?.open === true && last.subject.kind === "ticket" && taskId >= last.task_id && closed?.by?.id !== me.id && isWritten(me.id, last.task_id);
  const isLeft = last !== null && last.task_id !== taskId; // another step is requested than is shown
  const hasEnded = isFollowed && !isLeft && (closed !== null || task.data?.open === false);
  const isLooking = hasEnded && found?.of !== taskId;
  const ticketId = isLooking ? last.subject.id : null;
  useEffect(() => {
    if (ticketId === null) return;
    let over = false;
    const settle = (next: number | null) => over || setFound({ asked, of: taskId, next });
    client
      .query({ ...read("/api/tickets/{ticket_id}", { path: { ticket_id: ticketId } }), staleTime: 0 })
      .then(({ task: now }) => settle(now && now.task_id !== taskId && can(now.permission) ? now.task_id : null), () => settle(null));
    return () => {
      over = true;
    };
  }, [client, can, asked, taskId, ticketId]);

  const { data } = task;
  const arrive = useEffectEvent((now: TaskDetail) => {
    if (isLeft && isFollowed) carryDraft(me.id, last.task_id, taskId);
    seated({ now, moves: isLeft && !isFollowed });
  });
  useLayoutEffect(() => {
    if (data && !isLooking) arrive(data); // carries the draft, which is not React state, before the step is rendered
  }, [data, isLooking]);

  const goesOn = isLooking || (isLeft && isFollowed && !task.isError);
  return { taskId, task, shown: goesOn ? last : data, seat, goesOn };
}
