import type { StepFigures } from "@/api/types";

export type StepRow = StepFigures & { isBottleneck: boolean };

/**
 * Marks the step where items lose most time by waiting: those that stand there now, times the median of the waiting in
 * the period. None where nothing waits: a hold ends by the clock, however many items it has.
 */
export function markBottleneck(steps: readonly StepFigures[]): StepRow[] {
  const most = Math.max(0, ...steps.map(waitOf));
  return steps.map((row) => ({ ...row, isBottleneck: most > 0 && waitOf(row) === most }));
}

/** Seconds of all its items together. */
const waitOf = ({ open, median }: StepFigures): number => open * (median.waiting ?? 0);
