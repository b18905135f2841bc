import { useState } from "react";

import { connection, useConnection } from "@/lib/connection";

import { ApiError } from "./error";

/** The fields of a `useQuery` or `useInfiniteQuery` result that describe a failure. */
interface Asked {
  error: unknown;
  isError: boolean;
  isPending: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

interface Failure {
  /** Why there is no answer, or no newer one; null if nothing failed. */
  error: unknown;
  retry: () => void;
  /** A retry after the failure is in flight. */
  retrying: boolean;
}

/**
 * The failure of a query. An error is kept until an answer succeeds, although the query forgets it at each retry. A
 * first answer that cannot be requested because the console is offline also counts as a failure.
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
