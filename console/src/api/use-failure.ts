import { useState } from "react";

import { connection, useConnection } from "@/lib/connection";

import { ApiError } from "./error";

/** What `useQuery` and `useInfiniteQuery` answer, as far as a failure is concerned. */
interface Asked {
  error: unknown;
  isError: boolean;
  isPending: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

interface Failure {
  /** Why there is no answer, or no newer one; null where nothing failed. */
  error: unknown;
  retry: () => void;
  /** A request is on its way after the failure. */
  retrying: boolean;
}

/**
 * The failure of a query. Once an error stands, it stays until an answer succeeds: the query itself forgets its error
 * with each further try. A first answer that cannot come because the console is offline is a failure as well.
 */
export function useFailure({ error, isError, isPending, isFetching, errorUpdateCount, refetch }: Asked): Failure {
  const { state } = useConnection();
  const [last, setLast] = useState<unknown>(null);
  if (error !== null && error !== last) setLast(error);
  const failed = isError || (isPending && errorUpdateCount > 0);
  const cutOff = isPending && state === "offline";
  return {
    error: failed ? (error ?? last) : cutOff ? OFFLINE : null,
    retry: () => {
      if (connection.isAway()) void connection.check();
      void refetch();
    },
    retrying: failed && isFetching,
  };
}

const OFFLINE = ApiError.unreachable(null);
