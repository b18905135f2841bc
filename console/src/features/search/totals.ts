import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";

import type { ResultType } from "./result-types";

/** A number of results; not exact: there are more, or a search was ended before it was complete. */
export interface Total {
  count: number;
  isExact: boolean;
}
export interface Totals {
  all: Total;
  each: Partial<Record<ResultType, Total>>;
  /** How long the server took. */
  tookMs: number;
}

export const NONE: Total = { count: 0, isExact: true };

export const everythingOf = (term: string) => read("/api/search", { query: { term, type: "everything" } });

/** What the search of everything has found, where somebody has asked for it: the tabs of one kind ask for nothing more. */
export function useTotals(term: string): Totals | undefined {
  const { data } = useQuery({ ...everythingOf(term), enabled: false });
  if (!data || !("groups" in data)) return undefined;
  const totals = data.groups.map(({ type, total, total_is_exact: isExact, in_time: inTime }) => [type, { count: total, isExact: isExact && inTime }] as const);
  return {
    all: { count: totals.reduce((sum, [, { count }]) => sum + count, 0), isExact: totals.every(([, { isExact }]) => isExact) },
    each: Object.fromEntries(totals),
    tookMs: data.took_ms,
  };
}
