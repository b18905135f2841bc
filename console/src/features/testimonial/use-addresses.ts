import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

const EARLIER_MS = 30_000; // before the addresses end

/** The addresses of a testimonial's file and its pages: they open without a session, for five minutes. */
export function useAddresses(id: number) {
  return useQuery({
    ...read("/api/testimonial/{testimonial_id}/file", { path: { testimonial_id: id } }),
    staleTime: ({ state }) => (state.data ? state.data.seconds * 1_000 - EARLIER_MS : 0),
  });
}
