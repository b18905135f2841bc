import type { QueueSummary } from "@/api/types";

interface Totals {
  open: number;
  overdue: number;
  oldestAt: string | null;
}

/** One line over all queues. ISO times in UTC sort as text. */
export function totalsOf(queues: readonly QueueSummary[]): Totals {
  const times = queues.flatMap(({ oldest_at }) => oldest_at ?? []).sort();
  return {
    open: queues.reduce((sum, { open }) => sum + open, 0),
    overdue: queues.reduce((sum, { overdue }) => sum + overdue, 0),
    oldestAt: times[0] ?? null,
  };
}
