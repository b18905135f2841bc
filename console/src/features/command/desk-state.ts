import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

const ROOM = "desk";

/**
 * What the desk itself knows (locks it held, refusals, what it decided), beside what the server says. It lives in
 * the query cache, which the end of a session clears: nothing passes to the next person.
 */
export function deskState<T>(name: string) {
  const keyOf = (id: number) => [ROOM, name, id] as const;
  const lasting = { gcTime: Infinity, staleTime: Infinity };

  return {
    get: (client: QueryClient, id = 0): T | null => client.getQueryData<T | null>(keyOf(id)) ?? null,

    set(client: QueryClient, value: T | null, id = 0): void {
      client.setQueryDefaults([ROOM], lasting);
      client.setQueryData<T | null>(keyOf(id), value);
    },

    use: (id = 0): T | null =>
      useQuery<T | null>({ queryKey: keyOf(id), queryFn: skipToken, ...lasting }).data ?? null,
  };
}
