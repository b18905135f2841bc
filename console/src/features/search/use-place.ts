import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";

import type { SearchItem } from "@/api/types";

import type { ResultType } from "./result-types";

const NAME = "at";
const LOOKED_THROUGH = 25; // pages to search for the result in the address

export const placeOf = (type: ResultType, { id }: SearchItem): string => `${type}-${id}`;

/** Stores the focused result in the address, like the open item of a queue. */
export function useKeptPlace(): (place: string) => void {
  const [params, setParams] = useSearchParams();
  return (place) => {
    if (params.get(NAME) === place) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(NAME, place);
        return after;
      },
      { replace: true },
    );
  };
}

/**
 * On return to the results, focuses the result that was opened, even on a later page. `places`: the loaded results;
 * undefined while loading. `further`: loads the next page, if there is one.
 */
export function useReturn(places: readonly string[] | undefined, pages = 1, further?: () => void): void {
  const [params] = useSearchParams();
  const [sought, setSought] = useState(params.get(NAME));
  const isShown = sought !== null && (places?.includes(sought) ?? false);
  const isFurther = sought !== null && places !== undefined && !isShown && pages < LOOKED_THROUGH;
  useEffect(() => {
    if (isFurther) further?.();
  }, [isFurther, further]);
  useEffect(() => {
    if (!isShown) return;
    // wait until the new page was scrolled to its top
    const frame = requestAnimationFrame(() => {
      document.getElementById(sought)?.focus();
      setSought(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, sought]);
}
