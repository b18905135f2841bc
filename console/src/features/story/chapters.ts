import type { HistoryEntry, StoryProcess } from "@/api/types";
import { withoutImplied } from "@/features/process/day-groups";

interface Passage {
  process: StoryProcess;
  /** Which of its kind the process is, from 1. */
  nth: number;
  /** Whether the day is another than that of the passage before. */
  day: string | null;
  entries: HistoryEntry[];
}

/** All that happened, newest first as in every timeline: a new passage begins where another process goes on, or another day begins. */
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
