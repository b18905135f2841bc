import { useQuery } from "@tanstack/react-query";

import { readVersion } from "@/api/queries";

const POLL_MS = 20_000; // notes, and what became of mails, are no newer version of the ticket
const HELD_POLL_MS = 2_000; // a reply is held for seconds

/** A ticket as a whole. `newest`: the id of its newest message; what was read before it came is read again. */
export function useConversation(ticketId: number, newest: number | null) {
  return useQuery({
    ...readVersion("/api/tickets/{ticket_id}", { path: { ticket_id: ticketId } }, newest ?? 0),
    // while the newer messages are on their way the others stay; another ticket's never do
    placeholderData: (before) => (before?.id === ticketId ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.messages.some(({ delivery }) => delivery === "held") ? HELD_POLL_MS : POLL_MS),
  });
}
