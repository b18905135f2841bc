import type { Batch } from "@/api/types";

export const RESULTS = ["", "waiting", "done", "skipped", "failed", "rolled_back"] as const;
/** The empty name means all items. */
export type ResultName = (typeof RESULTS)[number];

export function countOf(batch: Batch, result: ResultName): number {
  return result === "" ? batch.total : batch[result];
}

/** The number of items that have a result. */
export const finishedOf = (batch: Batch): number => batch.total - batch.waiting;

/** Whether the batch can change by itself, so that it is polled. */
export const isMoving = ({ state }: Batch): boolean =>
  state === "waiting" || state === "running" || state === "rolling_back" || state === "confirming";

/** Whether other people hold all remaining items. */
export const isHeldUp = ({ state, seconds_left, waiting, done, tries_again_at }: Batch): boolean =>
  state === "running" && seconds_left === null && waiting > 0 && done > 0 && tries_again_at === null;
