import { useState } from "react";

import type { Column, TableDeclaration } from "./columns";

export interface ChosenColumns<Row> {
  shown: readonly Column<Row>[];
  /** Those that may be shown and hidden. */
  optional: readonly Column<Row>[];
  toggle: (column: Column<Row>) => void;
  /** Somebody has chosen in this browser. */
  chosen: boolean;
}

/** The columns that this browser shows. `without` are ids that a page leaves out altogether. */
export function useColumns<Row>(table: TableDeclaration<Row>, without: readonly string[]): ChosenColumns<Row> {
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
