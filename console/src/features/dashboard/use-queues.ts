import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";

const QUEUES_POLL_MS = 5_000; // lists poll every 5 s

/** The queues this person may see, with what waits in them. */
export function useQueues() {
  return useQuery({
    queryKey: ["queues"],
    queryFn: ({ signal }) => answer(api.GET("/api/queues", { signal })),
    refetchInterval: QUEUES_POLL_MS,
  });
}
