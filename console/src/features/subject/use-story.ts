import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

export const storyQuery = (reviewId: number) => read("/api/review/{review_id}", { path: { review_id: reviewId } });

export const useStory = (reviewId: number) => useQuery(storyQuery(reviewId));
