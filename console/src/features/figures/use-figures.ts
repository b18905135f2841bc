import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

const POLL_MS = 30_000; // figures of a day change slowly
const MY_ITEMS = 4;

/** The person's own figures. */
export function useMyFigures() {
  return useQuery({ ...read("/api/user/me/figures"), refetchInterval: POLL_MS });
}

/** The items that this person has escalated, with the answers. */
export function useMyEscalations() {
  return useQuery({ ...read("/api/user/me/escalations"), refetchInterval: POLL_MS });
}

/** The first items that the person holds or is assigned. */
export function useMyItems() {
  const params = { path: { queue: "assigned_to_me" }, query: { limit: MY_ITEMS } };
  return useQuery({ ...read("/api/queues/{queue}/tasks", params), refetchInterval: POLL_MS });
}

/** The figures of the dashboard that the person may see, in one call. Disabled for people without a queue. */
export function useDashboard(enabled: boolean) {
  return useQuery({ ...read("/api/dashboard"), refetchInterval: POLL_MS, enabled });
}

export type Figures = ReturnType<typeof useDashboard>;
