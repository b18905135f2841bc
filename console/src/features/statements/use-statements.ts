import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { answer, api } from "@/api/client";

import { queryOf, type StatementFilters } from "./filters";

/** The statements that were issued, the newest first, a page at a time. */
export function useStatements(filters: StatementFilters) {
  return useInfiniteQuery({
    queryKey: ["statements", filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(
        api.GET("/api/statements", { params: { query: { ...queryOf(filters), ...(cursor && { cursor }) } }, signal }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}
