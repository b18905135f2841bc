import type { DecisionRow } from "@/api/types";

const SECOND = 1_000;

/** The time in which a decision can be undone, in whole seconds: until its hold ends, or the server's time for undo. */
const wholeTime = (row: DecisionRow, until: string) => Math.floor((Date.parse(until) - Date.parse(row.decided_at)) / SECOND) * SECOND;

/**
 * The time left to undo a decision. Never more than the whole time, though the clocks of server and browser differ; the
 * last second counts as over, because the undo has a way to go.
 */
export function timeLeft(row: DecisionRow, now: number): number {
  const { undo_until: until } = row;
  if (until === null) return 0;
  const left = Math.min(wholeTime(row, until), Date.parse(until) - now);
  return left < SECOND ? 0 : left;
}

/** Whether a decision can be undone, as far as this desk can tell. */
export const canBeUndone = (row: DecisionRow, now: number): boolean => row.refusal === null && timeLeft(row, now) > 0;
