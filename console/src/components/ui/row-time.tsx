import { useNow } from "@/lib/clock";
import { formatClock, formatDateTime, formatDayName } from "@/lib/dates";

/** A row of a list sorted by time; `beginsDay`: its day differs from that of the row before. */
export type Timed<Row> = Row & { beginsDay: boolean };

/** Marks the first row of each day, in the person's time zone. */
export function markDays<Row extends { at: string }>(rows: readonly Row[]): Timed<Row>[] {
  const dayOf = (row: Row | undefined) => row && new Date(row.at).toDateString();
  return rows.map((row, index) => ({ ...row, beginsDay: dayOf(row) !== dayOf(rows[index - 1]) }));
}

/** The line above the first row of each day: `Today, 28 November`. */
export const dayAbove = ({ at, beginsDay }: Timed<{ at: string }>) => beginsDay && <DayName at={at} />;

function DayName({ at }: { at: string }) {
  return formatDayName(at, useNow());
}

/** `00:06:14`; the day is in a line above. */
export function RowTime({ row: { at } }: { row: { at: string } }) {
  return (
    <time className="nowrap" dateTime={at} title={formatDateTime(at)}>
      {formatClock(at)}
    </time>
  );
}
