import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";
import type { QueueSummary } from "@/api/types";
import { LIST_POLL_MS } from "@/features/tasks/use-task-list";

/** All queues of this person with their titles and figures. */
export function useQueueFigures(): QueueSummary[] | undefined {
  return useQuery({
    queryKey: ["queues"],
    queryFn: ({ signal }) => answer(api.GET("/api/queues", { signal })),
    refetchInterval: LIST_POLL_MS,
  }).data;
}
