import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { fetchAnswer, read } from "@/api/queries";
import type { TaskDetail } from "@/api/types";
import { storeLockOf } from "@/features/lock/lock-cache";

import { LIST_POLL_MS } from "./use-task-list";

const PATH = "/api/tasks/{task_id}";
const FRESH_MS = 10_000; // the list shows holders sooner; texts rarely change

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

/** One task in full. Tasks in a shown list are refreshed by the list; others are polled. */
export function useTask(taskId: number, listed: boolean) {
  return useQuery({
    ...taskQuery(taskId),
    refetchInterval: ({ state }) => (!listed && state.data?.open ? LIST_POLL_MS : false),
  });
}

/** An item that came as the answer to something else. */
export function keepTask(client: QueryClient, task: TaskDetail): void {
  client.setQueryData(taskQuery(task.task_id).queryKey, task);
  storeLockOf(client, task);
}

/** Changes an item by what the answer to a command says of it. */
export function changeTask(client: QueryClient, taskId: number, change: (task: TaskDetail) => TaskDetail): void {
  client.setQueryData<TaskDetail>(taskQuery(taskId).queryKey, (task) => task && change(task));
}

/** Fetches the tasks around the one that is read, so that each opens at once; after that one, which is wanted first. */
export function usePrefetchedTasks(taskIds: readonly number[], shown: number | null): void {
  const client = useQueryClient();
  const wanted = taskIds.join(" ");
  useEffect(() => {
    let left = false;
    const fetchAhead = async () => {
      if (shown !== null) await client.query({ ...taskQuery(shown), staleTime: "static" }).catch(() => undefined);
      if (left) return;
      for (const id of wanted.split(" ").filter(Boolean))
        client.query(taskQuery(Number(id))).catch(() => undefined); // whoever opens it sees the error
    };
    void fetchAhead();
    return () => {
      left = true;
    };
  }, [client, wanted, shown]);
}
