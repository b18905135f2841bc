import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import type { TaskDetail } from "@/api/types";

import { type Asked, fetchTask } from "./calls";
import { LIST_POLL_MS } from "./use-task-list";

const FRESH_MS = 10_000; // the list tells of locks sooner than this; texts hardly change

export const taskQuery = (taskId: number) =>
  queryOptions({
    queryKey: ["task", taskId],
    queryFn: ({ signal }) => fetchTask(taskId, signal),
    staleTime: FRESH_MS,
  });

/** One task whole. The list tells what happens to it; one that is in no list is asked for itself. */
export function useTask(taskId: number, listed: boolean) {
  return useQuery({
    ...taskQuery(taskId),
    refetchInterval: ({ state }) => (!listed && state.data?.value.open ? LIST_POLL_MS : false),
  });
}

export function keepTask(client: QueryClient, task: TaskDetail): void {
  const asked: Asked<TaskDetail> = { value: task, askedAt: performance.now() };
  client.setQueryData(taskQuery(task.task_id).queryKey, asked);
}

/** Fetches the tasks around the one that is read, so that each opens at once. */
export function usePrefetchedTasks(taskIds: readonly number[]): void {
  const client = useQueryClient();
  const wanted = taskIds.join(" ");
  useEffect(() => {
    for (const id of wanted.split(" ").filter(Boolean))
      client.query(taskQuery(Number(id))).catch(() => undefined); // who opens it will be told
  }, [client, wanted]);
}
