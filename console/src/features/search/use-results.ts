import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { type AnswerOf, read } from "@/api/queries";
import type { SearchGroup, SearchPage } from "@/api/types";
import { usePaused } from "@/lib/use-paused";

import type { SearchType } from "./search-type-select";

const OF_EACH = 3; // results of each kind in a search of everything
const OF_ONE = 8;

/** The results by kind: the groups of a search in everything, or the page of one kind. */
const groupsIn = (answer: AnswerOf<"/api/search">): readonly (SearchGroup | SearchPage)[] => ("groups" in answer ? answer.groups : [answer]);

/** The first results of one kind, and their total. */
export type FoundGroup = Pick<SearchGroup, "type" | "items" | "total" | "total_is_exact">;

/** The first results of a term, requested when typing pauses. `isSearched`: the results belong to the current term. */
export function useResults(typed: string, type: SearchType): { groups: readonly FoundGroup[]; isSearched: boolean } {
  const paused = usePaused(typed);
  const query = useQuery({
    ...read("/api/search", { query: { term: paused, type, limit: OF_ONE, typing: true } }),
    enabled: paused !== "",
    placeholderData: keepPreviousData,
  });
  if (typed === "" || paused === "") return { groups: [], isSearched: false };
  const limit = type === "everything" ? OF_EACH : OF_ONE;
  const groups = (query.data ? groupsIn(query.data) : []).map((group) => ({ ...group, items: group.items.slice(0, limit) }));
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearched: typed === paused && query.isSuccess && !query.isPlaceholderData,
  };
}
