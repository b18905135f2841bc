import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

const ROOM = "desk";

/**
 * State of the console itself, beside the server's answers: commands in flight, refusals, decided tasks. It is in the
 * query cache, which is cleared at the end of a session, so that the next person sees nothing of it.
 */
export function deskState<T>(name: string) {
  const keyOf = (id: number | string) => [ROOM, name, id] as const;
  const lasting = { gcTime: Infinity, staleTime: Infinity };

  return {
    get: (client: QueryClient, id: number | string = 0): T | null => client.getQueryData<T | null>(keyOf(id)) ?? null,

    set(client: QueryClient, value: T | null, id: number | string = 0): void {
      client.setQueryDefaults([ROOM], lasting);
      client.setQueryData<T | null>(keyOf(id), value);
    },

    use: (id: number | string = 0): T | null =>
      useQuery<T | null>({ queryKey: keyOf(id), queryFn: skipToken, ...lasting }).data ?? null,
  };
}
