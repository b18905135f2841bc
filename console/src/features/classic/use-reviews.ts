import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { fetchReviews } from "./calls";
import { queryOf, type View } from "./view";

/** The rows of a view, page after page. */
export function useReviews(view: View) {
  const pages = useInfiniteQuery({
    queryKey: ["reviews", view.company, queryOf(view)],
    queryFn: ({ pageParam, signal }) => fetchReviews(view, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ items }) => items) ?? [],
    /** Only so many were looked at: there may be more that fit. */
    further: pages.data?.pages.at(-1)?.searched != null,
  };
}
