import { useState } from "react";

import type { RowKey } from "./columns";

interface HeldOrder<Row> {
  rows: readonly Row[] | undefined;
  /** The rows have changed, and sorting them now would move some. */
  outdated: boolean;
  /** Sorts the rows by their current values. */
  again: () => void;
}

interface Held {
  cause: string;
  keys: readonly RowKey[];
}

/**
 * Sorts rows once for each `cause`: when they first appear, when another sort is chosen, and on `again`. In between,
 * every row keeps its place even if its values change, so that no row moves under the pointer. New rows come last.
 */
export function useHeldOrder<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => RowKey,
  sort: (rows: readonly Row[]) => readonly Row[],
  cause: string,
): HeldOrder<Row> {
  const [held, setHeld] = useState<Held | null>(null);
  const sorted = rows && sort(rows);
  const order = sorted && held?.cause !== cause ? { cause, keys: sorted.map(rowKey) } : held;
  if (order !== held) setHeld(order);

  const places = new Map(order?.keys.map((key, place) => [key, place]));
  const placeOf = (row: Row) => places.get(rowKey(row)) ?? places.size;
  const shown = sorted?.toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    rows: shown,
    outdated: shown?.some((row, place) => row !== sorted?.[place]) ?? false,
    again: () => setHeld(null),
  };
}
