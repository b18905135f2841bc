import { useCallback, useState } from "react";

import type { Column } from "./columns";

const BASE_FONT_PX = 16; // widths of columns are declared for this size

/** The width that an element gives a table, in declared pixels; unlimited where nothing is laid out. */
export function useRoom(): [room: number, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(Infinity);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element || element.clientWidth === 0) return undefined;
    const read = () => {
      const font = parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_FONT_PX;
      setRoom((element.clientWidth * BASE_FONT_PX) / font);
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, measure];
}

interface Fit<Row> {
  columns: readonly Column<Row>[];
  /** The columns do not fit beside each other: every row is a block. */
  narrow: boolean;
}

/** The columns that fit: those of low priority go first, the last of them before the others, unless somebody chose the
 * columns; then rows become blocks. */
export function fit<Row>(columns: readonly Column<Row>[], room: number, chosen: boolean): Fit<Row> {
  const fits = (tried: readonly Column<Row>[]) => tried.reduce((sum, { width }) => sum + width, 0) <= room;
  if (fits(columns)) return { columns, narrow: false };
  const some = [...columns];
  for (const column of chosen ? [] : columns.filter(({ priority }) => priority === "low").reverse()) {
    some.splice(some.indexOf(column), 1);
    if (fits(some)) return { columns: some, narrow: false };
  }
  return { columns: columns.filter(({ narrow }) => narrow !== "hidden"), narrow: true };
}
