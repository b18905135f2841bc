import { queryOptions, useQuery } from "@tanstack/react-query";

import { fetchStory } from "./story-calls";

export const storyQuery = (reviewId: number) =>
  queryOptions({ queryKey: ["story", reviewId], queryFn: ({ signal }) => fetchStory(reviewId, signal) });

export const useStory = (reviewId: number) => useQuery(storyQuery(reviewId));
