import { useQuery } from "@tanstack/react-query";

import { readVersion } from "@/api/queries";

/** All revisions of a review, the original first; refetched when there is a newer one. */
export function useRevisions(reviewId: number, newest: number) {
  return useQuery({
    ...readVersion("/api/review/{review_id}/revisions", { path: { review_id: reviewId } }, newest),
    staleTime: Infinity, // revisions never change
  });
}
