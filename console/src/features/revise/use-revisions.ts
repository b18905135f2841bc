import { useQuery } from "@tanstack/react-query";

import { fetchRevisions } from "@/features/tasks/calls";

/** All revisions of a review, the received one first; asked for again when there is a newer one. */
export function useRevisions(reviewId: number, newest: number) {
  return useQuery({
    queryKey: ["revisions", reviewId, newest],
    queryFn: ({ signal }) => fetchRevisions(reviewId, signal),
    staleTime: Infinity, // none of them ever changes
  });
}
