import { useCallback, useMemo, useState } from "react";

import type { RowKey } from "./columns";

/** The selected rows. Several tables of a page may share one selection: rows are identified by their keys. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], selected: boolean) => void;
  /** The name of a row, for its checkbox. */
  nameOf: (row: Row) => string;
}

export interface OwnSelection<Row> extends Selection<Row> {
  rows: readonly Row[];
  clear: () => void;
}

/** The selected rows of a page, in the order of selection. */
export function useSelection<Row>(rowKey: (row: Row) => RowKey, nameOf: (row: Row) => string): OwnSelection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<RowKey, Row>>(new Map());
  const set = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const row of rows) if (!on) after.delete(rowKey(row));
          else if (!after.has(rowKey(row))) after.set(rowKey(row), row);
        return after;
      }),
    [rowKey],
  );
  const clear = useCallback(() => setSelected(new Map()), []);
  return useMemo(
    () => ({ rows: [...selected.values()], has: (row) => selected.has(rowKey(row)), set, clear, nameOf }),
    [selected, rowKey, set, clear, nameOf],
  );
}
