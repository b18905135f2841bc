import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { QueueSummary, TaskDetail } from "@/api/types";
import { isQueueName, type QueueName, queues } from "@/lib/queues";

/** Takes the next free item of a queue and opens it there. `data` is null when nothing was free. */
export function useTakeNext() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (queue: QueueName) => {
      // 204: nothing was free
      const task = await answer<TaskDetail | undefined>(api.POST("/api/queues/{queue}/next", { params: { path: { queue } } }));
      return task ? { queue, taskId: task.task_id } : null;
    },
    onSuccess: async (taken) => {
      if (taken) await navigate(`${queues[taken.queue].path}?item=${taken.taskId}`);
      else await client.invalidateQueries({ queryKey: ["queues"] });
    },
  });
}

/** The queue to begin with: the first in the sidebar's order in which people decide and something waits. */
export function queueToStart(all: readonly QueueSummary[]): QueueName | null {
  const names = all.filter(({ open }) => open > 0).map(({ name }) => name);
  // what is queued publishes itself, and is looked at only to call it back
  return names.filter(isQueueName).find((name) => name !== "queued") ?? null;
}
