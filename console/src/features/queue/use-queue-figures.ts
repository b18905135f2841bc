import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";
import { useCounted } from "@/features/counts/use-open-counts";
import { LIST_POLL_MS } from "@/features/tasks/use-task-list";

/** All queues of this person with their titles and figures. */
export function useQueueFigures(): QueueSummary[] | undefined {
  return useCounted(useQuery({ ...read("/api/queues"), refetchInterval: LIST_POLL_MS }).data);
}
