import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { type AnswerOf, read } from "@/api/queries";
import type { SearchGroup, SearchPage } from "@/api/types";
import { usePaused } from "@/lib/use-paused";

import type { SearchType } from "./search-type-select";

const OF_EACH = 3; // of everything: the best of each kind
const OF_ONE = 8;

/** What a search has found, by type: of everything its groups, of one type its page. */
const groupsIn = (answer: AnswerOf<"/api/search">): readonly (SearchGroup | SearchPage)[] => ("groups" in answer ? answer.groups : [answer]);

/** The results of one kind: the first of them, and how many there are. */
export type FoundGroup = Pick<SearchGroup, "type" | "items" | "total" | "total_is_exact">;

/** The first results of a term, asked for when its typing pauses. `isSearched`: they are those of the term as it stands. */
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
