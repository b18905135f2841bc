import { useCallback } from "react";
import { type URLSearchParamsInit, useSearchParams } from "react-router-dom";

type Next = URLSearchParamsInit | ((before: URLSearchParams) => URLSearchParamsInit);

/**
 * The parameters in the address, and a function that replaces them. The page shows the new ones before the function
 * returns: the router's own way shows them when there is time, and a second choice made before that would undo the first.
 * Not for effects, in which React does not render at once.
 */
export function useAddress(): [URLSearchParams, (next: Next) => void] {
  const [params, setParams] = useSearchParams();
  const replace = useCallback((next: Next) => setParams(next, { replace: true, flushSync: true }), [setParams]);
  return [params, replace];
}
