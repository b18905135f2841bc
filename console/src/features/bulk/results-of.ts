import type { Batch } from "@/api/types";

export const RESULTS = ["", "waiting", "done", "skipped", "failed", "rolled_back"] as const;
/** Empty: all of them. */
export type ResultName = (typeof RESULTS)[number];

export function countOf(batch: Batch, result: ResultName): number {
  return result === "" ? batch.total : batch[result];
}

/** The items that have a result. */
export const finishedOf = (batch: Batch): number => batch.total - batch.waiting;

/** Whether its figures change by themselves. */
export const isMoving = ({ state }: Batch): boolean =>
  state === "waiting" || state === "running" || state === "rolling_back" || state === "confirming";

/** Whether all that is left is held by others. */
export const isHeldUp = ({ state, seconds_left, waiting, done, tries_again_at }: Batch): boolean =>
  state === "running" && seconds_left === null && waiting > 0 && done > 0 && tries_again_at === null;
