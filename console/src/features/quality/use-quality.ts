import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

/** How often two people decided the same, over a number of days. */
export function useQuality(days: number) {
  return useQuery({ ...read("/api/quality", { query: { days } }), placeholderData: keepPreviousData });
}
