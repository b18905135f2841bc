import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { fetchAnswer, read } from "@/api/queries";
import type { TaskDetail } from "@/api/types";
import { storeLockOf } from "@/features/lock/lock-cache";

import { LIST_POLL_MS } from "./use-task-list";

const PATH = "/api/tasks/{task_id}";
const FRESH_MS = 10_000; // the list shows holders sooner, and texts rarely change

export const taskQuery = (taskId: number) => {
  const params = { path: { task_id: taskId } };
  return queryOptions({
    queryKey: read(PATH, params).queryKey,
    queryFn: async (asked) => {
      const task = await fetchAnswer(PATH, params, asked);
      storeLockOf(asked.client, task);
      return task;
    },
    staleTime: FRESH_MS,
  });
};

/** One task in full. Tasks in a visible list are refreshed by the list; others are polled. */
export function useTask(taskId: number, listed: boolean) {
  return useQuery({
    ...taskQuery(taskId),
    refetchInterval: ({ state }) => (!listed && state.data?.open ? LIST_POLL_MS : false),
  });
}

/** Stores an item that came as the answer to a command. */
export function keepTask(client: QueryClient, task: TaskDetail): void {
  client.setQueryData(taskQuery(task.task_id).queryKey, task);
  storeLockOf(client, task);
}

/** Updates a stored item from the answer to a command. */
export function changeTask(client: QueryClient, taskId: number, change: (task: TaskDetail) => TaskDetail): void {
  client.setQueryData<TaskDetail>(taskQuery(taskId).queryKey, (task) => task && change(task));
}

/** Fetches the tasks around the open one, so that they open at once; starts after the open one, which has priority. */
export function usePrefetchedTasks(taskIds: readonly number[], shown: number | null): void {
  const client = useQueryClient();
  const wanted = taskIds.join(" ");
  useEffect(() => {
    let left = false;
    const fetchAhead = async () => {
      if (shown !== null) await client.query({ ...taskQuery(shown), staleTime: "static" }).catch(() => undefined);
      if (left) return;
      for (const id of wanted.split(" ").filter(Boolean))
        client.query(taskQuery(Number(id))).catch(() => undefined); // the error is shown when the task is opened
    };
    void fetchAhead();
    return () => {
      left = true;
    };
  }, [client, wanted, shown]);
}
