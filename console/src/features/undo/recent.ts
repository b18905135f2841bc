import { type QueryClient, useQuery } from "@tanstack/react-query";

import { read, type Reads } from "@/api/queries";
import type { DecisionRow } from "@/api/types";
import { deskState } from "@/lib/desk-state";

const FRESH_MS = 15_000; // a colleague may have taken an item meanwhile: the refusal of the undo says so in any case

/** This person's decisions of the last minutes. */
export const RECENT = "/api/user/me/decisions" satisfies Reads;
const query = read(RECENT);

/** The decisions, newest first; asked for again while there are any. */
export function useRecentDecisions(): readonly DecisionRow[] {
  const { data = NONE } = useQuery({
    ...query,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.length ? FRESH_MS : false),
  });
  return data;
}

const NONE: readonly DecisionRow[] = [];

/** What the newest decision is called, where it cannot be undone; then `z` names an older one before it undoes that. */
export const newestFinal = deskState<string>("newest decision is final");

/** How many decisions that can be undone are on their way to the server. */
export const beingSent = deskState<number>("decisions being sent");

export function countBeingSent(client: QueryClient, change: 1 | -1): void {
  beingSent.set(client, (beingSent.get(client) ?? 0) + change);
}

/** Shows a decision before the server lists it, so that no key undoes an older one. */
export function addDecision(client: QueryClient, row: DecisionRow): void {
  client.setQueryData(query.queryKey, (rows) => [row, ...without(rows, row.task_id)]);
}

export function dropDecision(client: QueryClient, taskId: number): void {
  client.setQueryData(query.queryKey, (rows) => rows && without(rows, taskId));
}

const without = (rows: readonly DecisionRow[] = [], taskId: number) => rows.filter((row) => row.task_id !== taskId);
