import type { HistoryEntry, StoryProcess } from "@/api/types";
import { withoutImplied } from "@/features/process/day-groups";

interface Passage {
  process: StoryProcess;
  /** The number of the process among those of its kind, from 1. */
  nth: number;
  /** The passage's time if its day differs from that of the passage before; null otherwise. */
  day: string | null;
  entries: HistoryEntry[];
}

/** All entries, newest first as in every timeline. A new passage begins with another process or another day. */
export function passagesOf(processes: readonly StoryProcess[]): Passage[] {
  const told = processes.flatMap((process) => withoutImplied(process.events).map((entry) => ({ process, entry })));
  told.sort((one, other) => one.entry.at.localeCompare(other.entry.at) || one.process.id - other.process.id).reverse();
  const passages: Passage[] = [];
  let day = "";
  for (const { process, entry } of told) {
    const today = new Date(entry.at).toDateString();
    const last = passages.at(-1);
    if (last?.process.id === process.id && today === day) last.entries.push(entry);
    else passages.push({ process, nth: nthOf(processes, process), day: today === day ? null : entry.at, entries: [entry] });
    day = today;
  }
  return passages;
}

function nthOf(processes: readonly StoryProcess[], process: StoryProcess): number {
  return processes.filter(({ kind, id }) => kind === process.kind && id <= process.id).length;
}
