import { useAddress } from "@/lib/use-address";

import type { Column, SortValue, TableDeclaration } from "./columns";

export interface Sort {
  /** A column's id. */
  by: string;
  ascending: boolean;
}

export interface Sorting {
  /** Null: the order in which the rows arrive. */
  current: Sort | null;
  onSort: (sort: Sort) => void;
  /** Columns by which these rows cannot be sorted. */
  except?: readonly string[];
  /** Set if the page sorts the rows itself and keeps their order. */
  held?: { outdated: boolean; again: () => void };
}

/**
 * The sort in the address (`?sort=rating&direction=asc`), so that a view can be shared and restored. `prefix`: put
 * before the parameters' names if a page has several lists.
 */
export function useSortInAddress<Row>({ columns }: TableDeclaration<Row>, initial: Sort | null = null, prefix = ""): Sorting {
  const [params, replaceParams] = useAddress();
  const [sort, direction] = [`${prefix}sort`, `${prefix}direction`];
  const column = columns.find((one) => one.sort && one.id === params.get(sort));
  const current = column ? { by: column.id, ascending: params.get(direction) === "asc" } : initial;
  const onSort = ({ by, ascending }: Sort) =>
    replaceParams((before) => {
      const after = new URLSearchParams(before);
      after.set(sort, by);
      if (ascending) after.set(direction, "asc");
      else after.delete(direction);
      return after;
    });
  return { current, onSort };
}

/** The sort parameters of the API. */
export interface Order<By extends string> {
  sort: By;
  direction: "asc" | "desc";
}

/**
 * Like `useSortInAddress`, for a list that the API sorts by one of `names`; the default is the first name, ascending.
 * `order` goes into the call.
 */
export function useServerSort<Row, By extends string>(
  table: TableDeclaration<Row>,
  names: readonly [By, ...By[]],
  prefix = "",
): { sorting: Sorting & { current: Sort }; order: Order<By> } {
  const initial = { by: names[0], ascending: true };
  const sorting = useSortInAddress(table, initial, prefix);
  const current = sorting.current ?? initial;
  const sort = names.find((name) => name === current.by) ?? names[0];
  return { sorting: { ...sorting, current }, order: { sort, direction: current.ascending ? "asc" : "desc" } };
}

/** The sort after a click on a column's header: largest first, or A first for text; the next click reverses it. */
export function nextSort<Row>({ id, fromA = false }: Column<Row>, current: Sort | null): Sort {
  return { by: id, ascending: current?.by === id ? !current.ascending : fromA };
}

/** A sort as a string; empty for the order in which the rows arrive. */
export const nameOfSort = (sort: Sort | null): string => (sort ? `${sort.by} ${sort.ascending}` : "");

/** Sorts rows in the browser, if the column has a sort function. Rows without a value come last. */
export function sortRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[], sort: Sort | null): readonly Row[] {
  const value = columns.find(({ id }) => id === sort?.by)?.sort;
  if (!sort || typeof value !== "function") return rows;
  const turn = sort.ascending ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return turn * compare(one, other);
  });
}

function compare(one: NonNullable<SortValue>, other: NonNullable<SortValue>): number {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}
