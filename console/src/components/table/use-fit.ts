import { useCallback, useState } from "react";

import type { Column } from "./columns";

const BASE_FONT_PX = 16; // column widths are declared for this font size

/** The width available to a table, in declared pixels; infinite in an environment without layout. */
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
  /** The columns do not fit: every row is a block. */
  narrow: boolean;
  /** The block has two lines: the row's name, and values without labels below it. */
  lined: boolean;
}

/**
 * The columns that fit. Unless the person chose the columns, those of the lowest priority are dropped first, then those
 * of low priority, each from the last to the first. If they still do not fit, rows become blocks.
 */
export function fit<Row>(columns: readonly Column<Row>[], room: number, chosen: boolean): Fit<Row> {
  const left = (tried: readonly Column<Row>[]) => room - tried.reduce((sum, { width }) => sum + width, 0);
  const some = columns.filter(({ from = 0 }) => chosen || room >= from);
  if (left(some) >= 0) return { columns: widened(some, left(some)), narrow: false, lined: false };
  const given = (priority: Column<Row>["priority"]) => columns.filter((column) => column.priority === priority && some.includes(column)).reverse();
  for (const column of chosen ? [] : [...given("lowest"), ...given("low")]) {
    some.splice(some.indexOf(column), 1);
    if (left(some) >= 0) return { columns: widened(some, left(some)), narrow: false, lined: false };
  }
  const name = columns.find(({ narrow }) => narrow === "name") ?? columns[0];
  const of = (form: Column<Row>["narrow"]) => columns.filter((column) => column !== name && column.narrow === form);
  const line = [...of("beside"), ...of("below"), ...of("line"), ...of("end"), ...of("side"), ...of("last")];
  const lined = line.length > 0;
  return { columns: [...(name ? [name] : []), ...(lined ? line : of(undefined))], narrow: true, lined };
}

/** Gives half of the remaining width to the columns that are often cut. */
function widened<Row>(columns: readonly Column<Row>[], left: number): readonly Column<Row>[] {
  const lacking = columns.reduce((sum, { width, wide = width }) => sum + wide - width, 0);
  if (lacking === 0) return columns;
  const share = Math.min(1, left / 2 / lacking);
  return columns.map((column) => (column.wide ? { ...column, width: Math.floor(column.width + share * (column.wide - column.width)) } : column));
}
