import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutletContext } from "react-router-dom";

import { read } from "@/api/queries";
import type { QueueSummary } from "@/api/types";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { LIST_POLL_MS } from "@/features/tasks/use-task-list";

/** All queues of this person with their titles and figures; the numbers of open items are those of the sidebar. */
export function useQueueFigures(): QueueSummary[] | undefined {
  const counts = useOutletContext<OpenCounts | undefined>();
  const { data } = useQuery({ ...read("/api/queues"), refetchInterval: LIST_POLL_MS });
  return useMemo(() => data?.map((queue) => ({ ...queue, open: counts?.[queue.name] ?? queue.open })), [data, counts]);
}
