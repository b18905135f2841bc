import { useCallback } from "react";
import { type URLSearchParamsInit, useSearchParams } from "react-router-dom";

type Next = URLSearchParamsInit | ((before: URLSearchParams) => URLSearchParamsInit);

/**
 * The parameters in the address, and a function that replaces them. The page renders the new ones before the function
 * returns. The router itself would render them later, and a second change made before that would undo the first. Not
 * for effects, in which React cannot render synchronously.
 */
export function useAddress(): [URLSearchParams, (next: Next) => void] {
  const [params, setParams] = useSearchParams();
  const replace = useCallback((next: Next) => setParams(next, { replace: true, flushSync: true }), [setParams]);
  return [params, replace];
}
