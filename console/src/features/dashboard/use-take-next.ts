import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { QueueSummary, TaskDetail } from "@/api/types";
import { type Desk, pathOfItem, queueNamed, useDesk } from "@/lib/desk";

/** Takes the next free item of a queue and opens it there. `data` is null when nothing was free. */
export function useTakeNext() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const desk = useDesk();
  return useMutation({
    mutationFn: async (queue: string) => {
      // 204: nothing was free
      const task = await answer<TaskDetail | undefined>(api.POST("/api/queues/{queue}/next", { params: { path: { queue } } }));
      return task ? { queue, taskId: task.task_id } : null;
    },
    onSuccess: async (taken) => {
      const path = taken && pathOfItem(desk, taken.queue, taken.taskId);
      if (path) await navigate(path);
      else await client.invalidateQueries({ queryKey: ["queues"] });
    },
  });
}

/** The queue to begin with: the first in which people decide and something waits. */
export function queueToStart(all: readonly QueueSummary[], desk: Desk): string | null {
  // what moves on by itself is looked at only to call it back
  const decided = ({ name }: QueueSummary) => queueNamed(desk, name)?.fires === false;
  return all.find((queue) => queue.open > 0 && decided(queue))?.name ?? null;
}
