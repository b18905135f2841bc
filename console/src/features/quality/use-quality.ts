import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";

/** How often two people decided the same, over a number of days. */
export function useQuality(days: number) {
  return useQuery({
    queryKey: ["quality", days],
    queryFn: ({ signal }) => answer(api.GET("/api/quality", { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
  });
}
