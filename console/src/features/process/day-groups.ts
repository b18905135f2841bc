import type { HistoryEntry } from "@/api/types";

interface Day {
  /** The first moment of it that is told. */
  at: string;
  entries: HistoryEntry[];
}

/** What happened, newest first, by the days of the person who reads. */
export function byDay(events: readonly HistoryEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of withoutImplied(events).reverse()) {
    const last = days.at(-1);
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}

/** The entries that are worth a sentence of their own. */
export function withoutImplied(events: readonly HistoryEntry[]): HistoryEntry[] {
  return events.filter((one, index) => !isImplied(one, events[index + 1]));
}

/** A claim just before the same person's decision is left out; the full history shows both. */
function isImplied(entry: HistoryEntry, next: HistoryEntry | undefined): boolean {
  return entry.action === "claim" && next?.action === "decide" && next.actor?.id === entry.actor?.id;
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
