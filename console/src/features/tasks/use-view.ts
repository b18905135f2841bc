import { useCallback, useMemo } from "react";
import { useNavigation, useSearchParams } from "react-router-dom";

import { facetsOf, useDesk } from "@/lib/desk";
import { useAtLeast } from "@/lib/use-media";

import { type Filters, readView, type View, writeView } from "./view";

export interface ViewActions extends View {
  /** Below 600 px, list and item are two pages. */
  phone: boolean;
  /** Another page was requested and its code is loading: changing the address now would cancel that navigation. */
  leaving: boolean;
  /** Shows an item synchronously, so that a key has its effect before other work of the page. */
  show: (item: number | null) => void;
  /** Shows an item that the person did not choose. */
  begin: (item: number) => void;
  /** Changes filters, also synchronously, so that a second change builds on the first. */
  narrow: (change: Partial<Filters>) => void;
  /** The address of an item in this view, for links. */
  hrefOf: (item: number | null) => string;
}

/**
 * The view in the address. On a phone, opening an item from the list adds an entry to the browser's history; all other
 * changes replace it.
 */
export function useView(queue: string): ViewActions {
  const desk = useDesk();
  const [params, setParams] = useSearchParams();
  const phone = !useAtLeast("sm");
  const leaving = useNavigation().state !== "idle";
  const { filters, item } = useMemo(() => readView(params, facetsOf(desk, queue)), [params, desk, queue]);

  const show = useCallback(
    (next: number | null) =>
      setParams(writeView({ filters, item: next }), { replace: !phone || item !== null, flushSync: true }),
    [setParams, filters, item, phone],
  );
  const begin = useCallback(
    (next: number) => setParams(writeView({ filters, item: next }), { replace: true }),
    [setParams, filters],
  );
  const narrow = useCallback(
    (change: Partial<Filters>) => {
      const next = { ...filters, ...change };
      // an item is either put off or waiting, so it is never in the other list
      const shown = next.snoozed === filters.snoozed ? item : null;
      setParams(writeView({ filters: next, item: shown }), { replace: true, flushSync: true });
    },
    [setParams, filters, item],
  );
  const hrefOf = useCallback((next: number | null) => `?${writeView({ filters, item: next })}`, [filters]);

  return useMemo(
    () => ({ filters, item, phone, leaving, show, begin, narrow, hrefOf }),
    [filters, item, phone, leaving, show, begin, narrow, hrefOf],
  );
}
