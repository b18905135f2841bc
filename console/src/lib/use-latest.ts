import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function that reads the newest value, for callbacks that run after the render that created them. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
