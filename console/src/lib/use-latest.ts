import { useCallback, useEffect, useRef } from "react";

/** The newest value, for what runs later than the render that started it. */
export function useLatest<T>(value: T): () => T {
  const kept = useRef(value);
  useEffect(() => {
    kept.current = value;
  });
  return useCallback(() => kept.current, []);
}
