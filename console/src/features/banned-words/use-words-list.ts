import { useQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TableFile } from "@/components/table/use-export";
import type { Sort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";

import { queryOf, type WordFilters } from "./filters";

export const LIST = "/api/banned-words";
export const VERSION = "/api/banned-words/version";

/** The entries with the decisions about their matches. */
export function useWordsList(filters: WordFilters, sort: Sort) {
  const by = sort.by === "term" || sort.by === "matches" ? sort.by : "precision";
  const direction = sort.ascending ? "asc" : "desc";
  // the server's `asc` means most matches first, the opposite of a column's header
  const turned = by === "matches" ? (direction === "asc" ? "desc" : "asc") : direction;
  return usePages([LIST, filters, by, direction], (cursor, signal) => {
    const query = { ...queryOf(filters), sort: by, direction: turned, ...(cursor && { cursor }) } as const;
    return answer(api.GET(LIST, { params: { query }, signal }));
  });
}

/** The list's version and the number of entries by filter. */
export const useListState = () => useQuery(read(VERSION));

/** The whole list as a file. */
export async function fetchExport(): Promise<TableFile> {
  return { file: await answer(api.GET("/api/banned-words/export", { parseAs: "blob" })), cutAt: null };
}
