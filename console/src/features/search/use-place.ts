import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";

import type { SearchItem } from "@/api/types";

import type { ResultType } from "./result-types";

const NAME = "at";
const LOOKED_THROUGH = 25; // pages in which the result of the address is looked for

export const placeOf = (type: ResultType, { id }: SearchItem): string => `${type}-${id}`;

/** For each result: once it has the focus it stands in the address, as the item of a list of work does. */
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
 * Who comes back to the results has the focus on the one that they opened, also where it is on a later page.
 * `places`: of the results that are loaded; undefined until there are some. `further`: loads the next page, if there is one.
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
    // after the frame has put the page that is shown to its top
    const frame = requestAnimationFrame(() => {
      document.getElementById(sought)?.focus();
      setSought(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, sought]);
}
