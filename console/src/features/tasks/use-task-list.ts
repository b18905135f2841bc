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
const FRESH_MS = 2_000; // what was asked for ahead is not asked for again when the page is drawn
const SEARCH_POLL_MS = 30_000; // a page of words costs several others

export interface TaskList {
  tasks: TaskRow[];
  /** The items that the server would serve next, of this list; empty where only the list has an order. */
  nextUp: readonly number[];
  /** How many items a list with filters has, as the server counts them; null where it does not. */
  matches: number | null;
  /** When the server has answered last, by this browser's clock. */
  updatedAt: number;
  /** The first answer is on its way. */
  loading: boolean;
  /** Rows of the previous filters, while new ones are loading. */
  changing: boolean;
  /** Nothing is loaded, and the request failed. */
  error: unknown;
  /** Since when the rows could not be brought up to date; null while they are, and while the whole console is offline. */
  staleSince: number | null;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
  retrying: boolean;
}

/** A queue's tasks, page by page, brought up to date every five seconds; an unchanged page costs a 304. */
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
