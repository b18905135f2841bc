import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

export const COUNTS_POLL_MS = 3_000; // spec, section 9

export const counts = {
  ...read("/api/cms/counts"),
  // a failed request is ignored (spec, section 8): the numbers stay, and the next poll asks again
  retry: false,
};

/** Polls the counts while the sidebar is shown; a hidden tab or a closed drawer does not poll. */
export function usePolledCounts(shown: boolean): void {
  useQuery({
    ...counts,
    enabled: shown,
    refetchInterval: COUNTS_POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  });
}
