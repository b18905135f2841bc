import { useCallback, useMemo } from "react";
import { useNavigation, useSearchParams } from "react-router-dom";

import { facetsOf, useDesk } from "@/lib/desk";
import { useAtLeast } from "@/lib/use-media";

import { type Filters, readView, type View, writeView } from "./view";

export interface ViewActions extends View {
  /** Below 600 px list and item are two pages. */
  phone: boolean;
  /** Another page was asked for, and its code is on its way: an address that is written now would end that. */
  leaving: boolean;
  /** Shows an item at once: what a key asked for does not wait for the page's other work. */
  show: (item: number | null) => void;
  /** Shows one that nobody asked for. */
  begin: (item: number) => void;
  /** At once as well: the next filter is added to this one. */
  narrow: (change: Partial<Filters>) => void;
  /** The address of an item in this view, for links. */
  hrefOf: (item: number | null) => string;
}

/** The view in the address. Opening an item from a phone's list is a step that Back takes back; all else replaces. */
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
      // an item is put off or waits: it is never in the other list
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
