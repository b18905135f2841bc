import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";

const POLL_MS = 10_000;
const ITEMS_POLL_MS = 5_000; // console.md, Speed
const SHOWN = 200; // the server's largest page

/** Everybody who may work in some queue, and their work. */
export function useTeam() {
  return useQuery({
    queryKey: ["team"],
    queryFn: ({ signal }) => answer(api.GET("/api/team", { signal })),
    refetchInterval: POLL_MS,
  });
}

/** What one person has; one's own stands in another view than others'. */
export function useItemsOf(personId: number, isMe: boolean) {
  const queue = isMe ? "assigned_to_me" : "assigned_to_others";
  const query = { limit: SHOWN, ...(!isMe && { person: personId }) };
  return useQuery({
    queryKey: ["tasks", "of", personId],
    queryFn: ({ signal }) => answer(api.GET("/api/queues/{queue}/tasks", { params: { path: { queue }, query }, signal })),
    refetchInterval: ITEMS_POLL_MS,
  });
}
