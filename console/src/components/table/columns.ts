import type { ParseKeys } from "i18next";
import type { ComponentType, ReactNode } from "react";

export type RowKey = string | number;
export type SortValue = string | number | null;

/** One column of a table, as a columns file declares it. */
export interface Column<Row> {
  id: string;
  /** The key of its words. */
  header: ParseKeys;
  /** The key of a longer explanation, shown when the pointer rests on the header. */
  hint?: ParseKeys;
  Cell: ComponentType<{ row: Row }>;
  /** The least width in which its content fits, in pixels at the browser's usual font size, with its padding. */
  width: number;
  /** The width in which its content is seldom cut: half of what is left goes there, before a column grows. */
  wide?: number;
  /** Takes the width that the other columns leave. */
  grow?: boolean;
  /** Figures stand at the end of their column. */
  align?: "end";
  /** What the column says in the row that sums the others. */
  Total?: ComponentType<{ rows: readonly Row[] }>;
  /** `server`: the API sorts by the column's id. A function: the table sorts its rows by what the function gives. */
  sort?: "server" | ((row: Row) => SortValue);
  /** It is a moment: the sort is called newest or oldest first. */
  time?: boolean;
  /** The rows always stand in this order of it; its head says so. */
  ordered?: "descending";
  /** Its content is words: the first press on its header sorts from A to Z, where others begin with the largest. */
  fromA?: boolean;
  /** `lowest`, then `low`: left out where the columns do not fit, the last of them first. Only for what another column or page says as well. */
  priority?: "low" | "lowest";
  /** Left out where the table has less room, unless somebody chose the columns. */
  from?: number;
  /**
   * In the narrow form, where each row is a block: `line` stands without its label in the one line below the row's
   * name, `end` at the end of that line, `side` beside both lines, `beside` at the end of the name's line, `below` in a line of
   * its own between both, `last` in one below them, and `name` names the row there. In a table with such columns all others are left out, else `hidden` is.
   */
  narrow?: "name" | "beside" | "below" | "line" | "end" | "side" | "last" | "hidden";
  /** Its content there, where it is another: a figure needs its word. */
  Line?: ComponentType<{ row: Row }>;
  /** The same of the row that sums the others. */
  TotalLine?: ComponentType<{ rows: readonly Row[] }>;
  /** People may show and hide it; this is how it stands until they do. */
  optional?: "shown" | "hidden";
  /** Only for screen readers: the column's content needs no heading for the eye. */
  quietHeader?: boolean;
}

/** A table, declared once in its columns file. The first column names the row. */
export interface TableDeclaration<Row> {
  /** Names what this browser stores about the table: the chosen columns. */
  name: string;
  rowKey: (row: Row) => RowKey;
  /** What stands in a line of its own above a row: the day that begins with it. */
  above?: (row: Row) => ReactNode;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Lines of text in a row; the skeleton has the same height. */
  lines?: 1 | 2;
  /** How many rows stand there while they are on their way: as many as usually come. */
  skeletons?: number;
  /** False where rows hold nothing to open: the keys j and k pass such a table by. */
  steps?: boolean;
}

/** Declares a table: the type of a row is given, everything else is checked. */
export const declareTable = <Row>(declaration: TableDeclaration<Row>): TableDeclaration<Row> => declaration;
