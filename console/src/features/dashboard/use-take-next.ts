import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { refresh } from "@/api/queries";
import type { QueueSummary, TaskDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { isQueueName, type QueueName, queues } from "@/lib/queues";

/** Takes the next free item of a queue and opens it there. `noneFree`: there was none. */
export function useTakeNext() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [noneFree, setNoneFree] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: "take next",
    send: async (queue: QueueName, key) => {
      const params = { path: { queue } };
      // 204: nothing was free
      const task = await answer<TaskDetail | undefined>(
        api.POST("/api/queues/{queue}/next", { params, headers: { "Idempotency-Key": key } }),
      );
      return task ?? null;
    },
    begun: () => setNoneFree(false),
    done: async (task, queue) => {
      setNoneFree(task === null);
      if (task) await navigate(`${queues[queue].path}?item=${task.task_id}`);
      else await refresh(client, "/api/queues");
    },
  });
  return { take: (queue: QueueName) => void run(queue), busy, refusal, noneFree };
}

/** The queue to begin with: the first in the sidebar's order in which people decide and something waits. */
export function queueToStart(all: readonly QueueSummary[]): QueueName | null {
  const names = all.filter(({ open }) => open > 0).map(({ name }) => name);
  // what is queued publishes itself, and is looked at only to call it back
  return names.filter(isQueueName).find((name) => name !== "queued") ?? null;
}
