import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

export const TESTIMONIAL = "/api/testimonial/{testimonial_id}";
const POLL_MS = 10_000;
const EXAMINING_POLL_MS = 2_000; // somebody waits for the end of the examination

/** A testimonial as a whole, with its step and its versions. */
export function useTestimonial(id: number) {
  return useQuery({
    ...read(TESTIMONIAL, { path: { testimonial_id: id } }),
    refetchInterval: ({ state }) => (state.data?.status === "examining" ? EXAMINING_POLL_MS : POLL_MS),
  });
}
