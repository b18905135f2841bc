import type { StepFigures } from "@/api/types";

/** `lost`: the step's share of all waiting time, 0 to 1. */
export type StepRow = StepFigures & { lost: number; isBottleneck: boolean };

/**
 * The steps, ordered by the waiting time of their items: the number of items there now, times the median wait of the
 * period. The bottleneck is the first of them that has overdue items: a backlog in which nothing is due is none, nor
 * a hold, which ends by its timer, however many items it has.
 */
export function byLostTime(steps: readonly StepFigures[]): StepRow[] {
  const all = steps.reduce((sum, step) => sum + waitOf(step), 0);
  const most = Math.max(0, ...steps.filter(({ overdue }) => overdue > 0).map(waitOf));
  return steps
    .map((row) => ({ ...row, lost: all > 0 ? waitOf(row) / all : 0, isBottleneck: most > 0 && waitOf(row) === most && row.overdue > 0 }))
    .sort((one, other) => other.lost - one.lost);
}

/** The waiting time of all items of a step, in seconds. */
const waitOf = ({ open, median }: StepFigures): number => open * (median.waiting ?? 0);
