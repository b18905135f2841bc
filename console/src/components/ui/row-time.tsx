import { useNow } from "@/lib/clock";
import { formatClock, formatDateTime, formatDayName } from "@/lib/dates";

import styles from "./row-time.module.css";

/** A row of a list in the order of time, with whether its day is another than that of the row before. */
export type Timed<Row> = Row & { beginsDay: boolean };

/** Marks the rows with which a day begins, where the person is. */
export function markDays<Row extends { at: string }>(rows: readonly Row[]): Timed<Row>[] {
  const dayOf = (row: Row | undefined) => row && new Date(row.at).toDateString();
  return rows.map((row, index) => ({ ...row, beginsDay: dayOf(row) !== dayOf(rows[index - 1]) }));
}

/** `00:06:14`, below the name of its day in the first row of each. */
export function RowTime({ row: { at, beginsDay } }: { row: { at: string; beginsDay: boolean } }) {
  const now = useNow();
  return (
    <>
      {beginsDay && <span className={styles.day}>{formatDayName(at, now)} </span>}
      <time className={styles.time} dateTime={at} title={formatDateTime(at)}>
        {formatClock(at)}
      </time>
    </>
  );
}
