import type { QueueSummary } from "@/api/types";

interface Totals {
  open: number;
  overdue: number;
  /** The queue of the oldest item. */
  oldest: QueueSummary | undefined;
}

/** Totals over all queues. ISO times in UTC can be compared as text. */
export function totalsOf(queues: readonly QueueSummary[]): Totals {
  const waiting = queues.filter(({ oldest_at: at }) => at !== null);
  return {
    open: queues.reduce((sum, { open }) => sum + open, 0),
    overdue: queues.reduce((sum, { overdue }) => sum + overdue, 0),
    oldest: waiting.toSorted((one, other) => (one.oldest_at ?? "").localeCompare(other.oldest_at ?? ""))[0],
  };
}
