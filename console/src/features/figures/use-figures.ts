import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

const POLL_MS = 30_000; // figures of a day change slowly

/** The person's own figures. */
export function useMyFigures() {
  return useQuery({ ...read("/api/user/me/figures"), refetchInterval: POLL_MS });
}

/** What this person has escalated, and what became of it. */
export function useMyEscalations() {
  return useQuery({ ...read("/api/user/me/escalations"), refetchInterval: POLL_MS });
}
