import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery, type UseQueryResult } from "@tanstack/react-query";

import { useFailure } from "@/api/use-failure";

/** The rows of a table and their loading state. */
export interface Source<Row> {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  /** Why there are no rows, or no further ones; null if nothing failed. */
  error: unknown;
  retry: () => void;
  /** A retry after a failure is in flight. */
  retrying: boolean;
  /** The rows belong to the previous filters; the answer for the new ones is still loading. */
  outdated: boolean;
  /** Set if there are further rows. */
  more?: { load: () => void; loading: boolean } | undefined;
}

interface Page {
  items: unknown[];
  next_cursor: string | null;
}

const POLL_MS = 5_000;

/**
 * A list of the API that is read page by page (keyset): `fetch` gets the cursor, empty for the first page. While
 * `moves` is true for one of its rows, the list is polled.
 */
export function usePages<P extends Page>(
  queryKey: QueryKey,
  fetch: (cursor: string, signal: AbortSignal) => Promise<P>,
  moves?: (row: P["items"][number]) => boolean,
): Source<P["items"][number]> & { first: P | undefined; last: P | undefined } {
  const query = useInfiniteQuery<P, Error, InfiniteData<P, string>, QueryKey, string>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (moves && state.data?.pages.some(({ items }) => items.some(moves)) ? POLL_MS : false),
  });
  const failure = useFailure(query);
  const furtherFailed = query.isFetchNextPageError;
  return {
    ...failure,
    rows: query.data?.pages.flatMap(({ items }) => items),
    error: query.data && !furtherFailed ? null : failure.error,
    retry: () => (furtherFailed ? void query.fetchNextPage() : failure.retry()),
    outdated: query.isPlaceholderData,
    more: query.hasNextPage ? { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage } : undefined,
    first: query.data?.pages[0],
    last: query.data?.pages.at(-1),
  };
}

/** A list that arrives in one answer. `rows` is undefined until then. */
export function useWhole<Data, Row>(query: UseQueryResult<Data>, rows: readonly Row[] | undefined): Source<Row> {
  const failure = useFailure(query);
  return {
    ...failure,
    rows,
    error: query.data === undefined ? failure.error : null,
    outdated: query.isPlaceholderData,
  };
}

/** Rows that a page already has, where the page itself reports a failure. Undefined while loading. */
export const waitingFor = <Row>(rows: readonly Row[] | undefined): Source<Row> => ({
  rows,
  error: null,
  retry: () => undefined,
  retrying: false,
  outdated: false,
});
