import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";
import type { Counts } from "@/api/types";

export const COUNTS_POLL_MS = 3_000; // spec, section 9

const counts = {
  ...read("/api/cms/counts"),
  // a failed request is silently ignored (spec, section 8): the numbers stay, the next tick asks again
  retry: false,
};

/** Keeps the counts fresh while the sidebar is shown; a hidden tab or a closed drawer asks nothing. */
export function usePolledCounts(shown: boolean): Counts | undefined {
  return useQuery({
    ...counts,
    enabled: shown,
    refetchInterval: COUNTS_POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  }).data;
}

/** The counts as the sidebar last knew them, without asking for them. */
export function useCounts(): Counts | undefined {
  return useQuery({ ...counts, enabled: false }).data;
}
