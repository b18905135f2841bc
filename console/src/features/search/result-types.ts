import { useQuery } from "@tanstack/react-query";

import { read } from "@/api/queries";
import type { SearchGroup } from "@/api/types";
import { search } from "@/lib/words/en/search";

export type ResultType = SearchGroup["type"];

export const isResultType = (name: string): name is ResultType => name in search.titles;

/** The kinds of results that the person may see, in order; undefined until the server answers. */
export const useResultTypes = () => useQuery({ ...read("/api/search/types"), staleTime: Infinity });
