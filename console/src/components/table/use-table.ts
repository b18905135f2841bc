import { type ComponentProps, type ReactNode, useState } from "react";

import type { Column, RowKey, TableDeclaration } from "./columns";
import { useHeldOrder } from "./held-order";
import type { Selection } from "./selection";
import { nameOfSort, type Sorting, sortRows } from "./sorting";
import type { Source } from "./source";
import { fit, useRoom } from "./use-fit";

interface TableOptions<Row> {
  sorting?: Sorting;
  selection?: Selection<Row>;
  /** Content that opens below a row; the first column becomes the button that opens it. */
  details?: (row: Row) => ReactNode;
  /** Ids of columns that this page leaves out. */
  without?: readonly string[];
  /** The rows that the last row sums, which may be more than are shown. */
  total?: readonly Row[] | undefined;
  /** Attributes of a row, for drag and drop. */
  rowProps?: (row: Row) => ComponentProps<"tr">;
}

/** A table as a page shows it, the input of `TableTools` and `DataTable`. */
export interface TableState<Row> extends Omit<TableOptions<Row>, "without"> {
  declaration: TableDeclaration<Row>;
  source: Source<Row>;
  rows: readonly Row[] | undefined;
  /** The columns that fit, in order. */
  columns: readonly Column<Row>[];
  choice: ChosenColumns<Row>;
  /** Every row is a block, because the columns do not fit. */
  narrow: boolean;
  /** The block has two lines instead of labels: the row's name, and its values below it. */
  lined: boolean;
  measure: ReturnType<typeof useRoom>[1];
  opened: ReadonlySet<RowKey>;
  onOpen: (key: RowKey) => void;
  /** Sorts the rows again; null if that would move none. */
  sortAgain: (() => void) | null;
}

const SELECT_BOX_PX = 40;
const NOTHING: readonly string[] = [];

/** Combines a table's declaration with its rows and with the actions of the page. */
export function useTable<Row>(
  declaration: TableDeclaration<Row>,
  source: Source<Row>,
  { without = NOTHING, ...options }: TableOptions<Row> = {},
): TableState<Row> {
  const choice = useColumns(declaration, without);
  const [room, measure] = useRoom();
  const [opened, setOpened] = useState<ReadonlySet<RowKey>>(new Set());
  const onOpen = (key: RowKey) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const sort = options.sorting?.current ?? null;
  const sorts = !options.sorting?.held && typeof declaration.columns.find(({ id }) => id === sort?.by)?.sort === "function";
  const order = useHeldOrder(
    sorts ? source.rows : undefined,
    declaration.rowKey,
    (rows) => sortRows(declaration.columns, rows, sort),
    nameOfSort(sort),
  );
  const held = options.sorting?.held ?? order;
  return {
    ...options,
    ...fit(choice.shown, options.selection ? room - SELECT_BOX_PX : room, choice.chosen),
    declaration,
    source,
    rows: sorts ? order.rows : source.rows,
    sortAgain: held.outdated ? held.again : null,
    choice,
    measure,
    opened,
    onOpen,
  };
}

interface ChosenColumns<Row> {
  shown: readonly Column<Row>[];
  /** The columns that people may show and hide. */
  optional: readonly Column<Row>[];
  toggle: (column: Column<Row>) => void;
  /** A choice is stored in this browser. */
  chosen: boolean;
}

/** The columns chosen in this browser. `without`: ids that a page leaves out. */
function useColumns<Row>(table: TableDeclaration<Row>, without: readonly string[]): ChosenColumns<Row> {
  const storageKey = `${table.name}-columns`;
  const [stored, setStored] = useState(() => localStorage.getItem(storageKey));

  const chosen = stored?.split(" ");
  const isShown = ({ id, optional }: Column<Row>) => !optional || (chosen ? chosen.includes(id) : optional === "shown");
  const optional = table.columns.filter((column) => column.optional);
  const toggle = (column: Column<Row>) => {
    const next = optional.filter((other) => (other === column) !== isShown(other)).map(({ id }) => id).join(" ");
    localStorage.setItem(storageKey, next);
    setStored(next);
  };
  return {
    shown: table.columns.filter((column) => isShown(column) && !without.includes(column.id)),
    optional: optional.filter(({ id }) => !without.includes(id)),
    toggle,
    chosen: stored !== null,
  };
}
