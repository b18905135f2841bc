import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

import { answer, api } from "@/api/client";
import type { Mention } from "@/api/types";

export const MENTIONS_POLL_MS = 15_000; // a colleague's question waits for a quarter of a minute at most

const KEY = ["mentions"];

/** Notes that name this person and have not been seen. */
export function useMentions() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => answer(api.GET("/api/mentions", { signal })),
    refetchInterval: MENTIONS_POLL_MS,
  });
}

/** Takes a mention off the list at once; where the server does not hear of it, it comes back with the next look. */
export function useSeeMention(): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id: number) => {
      client.setQueryData<Mention[]>(KEY, (all) => all?.filter((mention) => mention.id !== id));
      answer(api.DELETE("/api/mentions/{mention_id}", { params: { path: { mention_id: id } } })).catch(() =>
        client.invalidateQueries({ queryKey: KEY }),
      );
    },
    [client],
  );
}
