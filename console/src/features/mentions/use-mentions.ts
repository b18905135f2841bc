import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

import { answer, api } from "@/api/client";
import { runCommand } from "@/api/command";
import { read, refresh } from "@/api/queries";
import type { Mention } from "@/api/types";

const MENTIONS_POLL_MS = 15_000; // a colleague's question waits for a quarter of a minute at most

const mentions = read("/api/mentions");

/** Notes that name this person and have not been seen. */
export function useMentions() {
  return useQuery({ ...mentions, refetchInterval: MENTIONS_POLL_MS });
}

/** Takes a mention off the list at once; where the server does not hear of it, it comes back with the next look. */
export function useSeeMention(): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id: number) => {
      const command = {
        name: `see mention ${id}`,
        send: async () => {
          await answer(api.DELETE("/api/mentions/{mention_id}", { params: { path: { mention_id: id } } }));
        },
        begun: () =>
          client.setQueryData(mentions.queryKey, (all: Mention[] | undefined) => all?.filter((mention) => mention.id !== id)),
        refused: () => refresh(client, "/api/mentions"),
      };
      void runCommand(client, command, undefined);
    },
    [client],
  );
}
