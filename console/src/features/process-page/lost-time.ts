import type { StepFigures } from "@/api/types";

/** `lost`: its share of all the time that is lost by waiting, 0 to 1. */
export type StepRow = StepFigures & { lost: number; isBottleneck: boolean };

/**
 * The steps, first those where items lose most time by waiting: those that stand there now, times the median of the
 * waiting in the period. The first is the bottleneck; there is none where nothing waits longer than the clock of its step,
 * nor in a hold, which ends by the clock, however many items it has.
 */
export function byLostTime(steps: readonly StepFigures[]): StepRow[] {
  const all = steps.reduce((sum, step) => sum + waitOf(step), 0);
  const most = Math.max(0, ...steps.map(waitOf));
  return steps
    .map((row) => ({ ...row, lost: all > 0 ? waitOf(row) / all : 0, isBottleneck: most > 0 && waitOf(row) === most && row.overdue > 0 }))
    .sort((one, other) => other.lost - one.lost);
}

/** Seconds of all its items together. */
const waitOf = ({ open, median }: StepFigures): number => open * (median.waiting ?? 0);
