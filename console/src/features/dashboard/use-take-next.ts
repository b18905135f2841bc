import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { refresh } from "@/api/queries";
import type { QueueSummary, TaskDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { type Desk, pathOfItem, queueNamed, useDesk } from "@/lib/desk";

/** Takes the next free item of a queue and opens it there. `noneFree`: the last attempt found no free item. */
export function useTakeNext() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const desk = useDesk();
  const [noneFree, setNoneFree] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: "take next",
    send: async (queue: string, key) => {
      const params = { path: { queue } };
      // undefined (204): no item was free
      const task = await answer<TaskDetail | undefined>(
        api.POST("/api/queues/{queue}/next", { params, headers: { "Idempotency-Key": key } }),
      );
      return task ?? null;
    },
    begun: () => setNoneFree(false),
    done: async (task, queue) => {
      setNoneFree(task === null);
      const path = task && pathOfItem(desk, queue, task.task_id);
      if (path) await navigate(path);
      else await refresh(client, "/api/queues");
    },
  });
  return { take: (queue: string) => void run(queue), busy, refusal, noneFree };
}

/** The queue to begin with: the first queue with open items in which people decide. */
export function queueToStart(all: readonly QueueSummary[], desk: Desk): string | null {
  // items of a queue that fires move on by themselves; people only open them to call them back
  const decided = ({ name }: QueueSummary) => queueNamed(desk, name)?.fires === false;
  return all.find((queue) => queue.open > 0 && decided(queue))?.name ?? null;
}
