import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

const POLL_MS = 10_000;
const ITEMS_POLL_MS = 5_000; // console.md, Speed
const SHOWN = 200; // the server's largest page

/** All people who may work in a queue, and their work. */
export function useTeam() {
  return useQuery({ ...read("/api/team"), refetchInterval: POLL_MS });
}

/** The items of one person; one's own items are in a different view. */
export function useItemsOf(personId: number, isMe: boolean) {
  const queue = isMe ? "assigned_to_me" : "assigned_to_others";
  const query = { limit: SHOWN, ...(!isMe && { person: personId }) };
  return useQuery({
    ...read("/api/queues/{queue}/tasks", { path: { queue }, query }),
    refetchInterval: ITEMS_POLL_MS,
  });
}
