import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";

const POLL_MS = 30_000; // figures of a day change slowly

/** One's own figures, and nobody else's. */
export function useMyFigures() {
  return useQuery({
    queryKey: ["my-figures"],
    queryFn: ({ signal }) => answer(api.GET("/api/user/me/figures", { signal })),
    refetchInterval: POLL_MS,
  });
}

/** What this person has escalated, and what became of it. */
export function useMyEscalations() {
  return useQuery({
    queryKey: ["my-escalations"],
    queryFn: ({ signal }) => answer(api.GET("/api/user/me/escalations", { signal })),
    refetchInterval: POLL_MS,
  });
}
