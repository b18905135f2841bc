import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { atCursor, fetchAnswer, readPages } from "@/api/queries";
import type { TaskRow } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { storeLockOf } from "@/features/lock/lock-cache";
import { clock } from "@/lib/clock";
import { isAway, useConnection } from "@/lib/connection";

import { useDecided } from "./decided";
import { mergePages } from "./merge-pages";
import { type Filters, PAGE_SIZE } from "./view";

const PATH = "/api/queues/{queue}/tasks";
export const LIST_POLL_MS = 5_000; // console.md, Speed
const FRESH_MS = 2_000; // a list that was requested ahead is not requested again when the page is rendered
const SEARCH_POLL_MS = 30_000; // a page found by words costs as much as several others

export interface TaskList {
  tasks: TaskRow[];
  /** The items of this list that the server would serve next; empty if only the list itself is ordered. */
  nextUp: readonly number[];
  /** The server's count of the filtered list; null if it does not count. */
  matches: number | null;
  /** When the server last answered, by this browser's clock. */
  updatedAt: number;
  /** The first answer is loading. */
  loading: boolean;
  /** The rows belong to the previous filters; the new ones are loading. */
  changing: boolean;
  /** Nothing is loaded, because the request failed. */
  error: unknown;
  /** Since when the rows are out of date; null if they are current, or if the whole console is offline. */
  staleSince: number | null;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
  retrying: boolean;
}

/** A queue's tasks, page by page, polled every five seconds; an unchanged page is answered with 304. */
export function useTaskList(queue: string, filters: Filters): TaskList {
  const decided = useDecided();
  const list = useInfiniteQuery({
    ...listQuery(queue, filters),
    refetchInterval: filters.q ? SEARCH_POLL_MS : LIST_POLL_MS,
    placeholderData: keepPreviousData,
  });

  const failure = useFailure(list);
  const away = isAway(useConnection());
  const pages = list.data?.pages;
  const tasks = useMemo(() => mergePages(pages ?? [], decided), [pages, decided]);
  const ahead = pages?.[0]?.next_up;
  const nextUp = useMemo(() => ahead?.filter((id) => !decided.has(id)) ?? NONE, [ahead, decided]);
  return {
    tasks,
    nextUp,
    matches: list.isPlaceholderData ? null : (pages?.[0]?.matches ?? null),
    updatedAt: list.dataUpdatedAt,
    loading: list.isPending && failure.error === null,
    changing: list.isPlaceholderData,
    error: pages ? null : failure.error,
    staleSince: list.isRefetchError && !away ? clock.fromLocal(list.dataUpdatedAt) : null,
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    retry: failure.retry,
    retrying: failure.retrying,
  };
}

const NONE: readonly number[] = [];

export function listQuery(queue: string, filters: Filters) {
  const params = { path: { queue }, query: { limit: PAGE_SIZE, ...queryOf(filters) } };
  return infiniteQueryOptions({
    ...readPages(PATH, params),
    staleTime: FRESH_MS,
    queryFn: async ({ pageParam, ...asked }) => {
      const page = await fetchAnswer(PATH, atCursor<typeof PATH>(params, pageParam), asked);
      page.items.forEach((row) => storeLockOf(asked.client, row));
      return page;
    },
  });
}

function queryOf({ facets, company, person, q, snoozed, overdue }: Filters) {
  return {
    ...facets,
    ...(company && { company }),
    ...(person && { person }),
    ...(q && { q }),
    ...(snoozed && { snoozed }),
    ...(overdue && { overdue }),
  };
}
