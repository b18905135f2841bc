import type { HistoryEntry } from "@/api/types";

interface Day {
  /** The time of the first entry of the day. */
  at: string;
  entries: HistoryEntry[];
}

/** The entries, newest first, grouped by day in the reader's time zone. */
export function byDay(events: readonly HistoryEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of withoutImplied(events).reverse()) {
    const last = days.at(-1);
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}

/** The entries that get a sentence of their own. */
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

/** A person took the item and released it without doing anything, once or several times in a row. */
export interface Looks {
  /** Newest first: the entries that the line stands for. */
  looks: readonly HistoryEntry[];
}

/** The entries of a timeline, newest first; a claim that was released without a decision is folded into one line. */
export function withLooksFolded(entries: readonly HistoryEntry[]): (HistoryEntry | Looks)[] {
  const lines: (HistoryEntry | { looks: HistoryEntry[] })[] = [];
  for (let at = 0; at < entries.length; at++) {
    const [entry, before] = [entries[at], entries[at + 1]];
    if (!entry) continue;
    if (!before || !isLook(before, entry)) {
      lines.push(entry);
      continue;
    }
    const last = lines.at(-1);
    if (last && "looks" in last) last.looks.push(entry, before);
    else lines.push({ looks: [entry, before] });
    at++;
  }
  return lines;
}

const isLook = (took: HistoryEntry, released: HistoryEntry) =>
  took.action === "claim" && released.action === "release" && took.actor?.id === released.actor?.id;
