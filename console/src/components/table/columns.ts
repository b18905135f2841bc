import type { ParseKeys } from "i18next";
import type { ComponentType, ReactNode } from "react";

export type RowKey = string | number;
export type SortValue = string | number | null;

/** One column of a table, as declared in a columns file. */
export interface Column<Row> {
  id: string;
  /** The catalogue key of the header. */
  header: ParseKeys;
  /** The catalogue key of a longer explanation, shown on hover of the header. */
  hint?: ParseKeys;
  Cell: ComponentType<{ row: Row }>;
  /** The minimum width, with padding, in pixels at the browser's default font size. */
  width: number;
  /** The width at which the content is seldom cut. Half of the remaining width goes to these columns, before `grow`. */
  wide?: number;
  /** Takes the width that the other columns leave over. */
  grow?: boolean;
  /** Numbers are aligned to the end of their column. */
  align?: "end";
  /** The column's cell in the row of totals. */
  Total?: ComponentType<{ rows: readonly Row[] }>;
  /** `server`: the API sorts by the column's id. A function: the table sorts its rows by the returned value. */
  sort?: "server" | ((row: Row) => SortValue);
  /** The value is a time: the sort is called newest or oldest first. */
  time?: boolean;
  /** The rows always stand in this order of it; its head says so. */
  ordered?: "descending";
  /** Its content is words: the first press on its header sorts from A to Z, where others begin with the largest. */
  fromA?: boolean;
  /**
   * Which columns are hidden first if they do not fit: `lowest`, then `low`, the last of them first. Only for content
   * that another column or page shows as well.
   */
  priority?: "low" | "lowest";
  /** Hidden below this table width, unless the person chose the columns. */
  from?: number;
  /**
   * The column's place in the narrow form, where each row is a block: `name` names the row; `beside` is at the end of
   * the name's line; `below` is a line of its own under the name; `line` is in the line after that, without its label,
   * and `end` at the end of that line; `last` is a line below them; `side` is beside all lines. In a table with such
   * columns all other columns are hidden; in others only `hidden` ones.
   */
  narrow?: "name" | "beside" | "below" | "line" | "end" | "side" | "last" | "hidden";
  /** The cell in the narrow form, if it differs: a number needs a word there. */
  Line?: ComponentType<{ row: Row }>;
  /** The cell of the row of totals in the narrow form. */
  TotalLine?: ComponentType<{ rows: readonly Row[] }>;
  /** People may show and hide the column; this is its default. */
  optional?: "shown" | "hidden";
  /** The header is only for screen readers: sighted people need none. */
  quietHeader?: boolean;
}

/** A table, declared once in its columns file. The first column names the row. */
export interface TableDeclaration<Row> {
  /** Identifies what this browser stores about the table: the chosen columns. */
  name: string;
  rowKey: (row: Row) => RowKey;
  /** Shown in a line of its own above a row: the day that begins with the row. */
  above?: (row: Row) => ReactNode;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Lines of text in a row; the skeleton has the same height. */
  lines?: 1 | 2;
  /** How many skeleton rows are shown while loading: the usual number of rows. */
  skeletons?: number;
  /** False if the rows contain nothing to open: the keys j and k then skip the table. */
  steps?: boolean;
}

/** Declares a table. The caller gives the type of a row; everything else is inferred and checked. */
export const declareTable = <Row>(declaration: TableDeclaration<Row>): TableDeclaration<Row> => declaration;
