import type { HistoryEntry } from "@/api/types";

/** The `seq` of decisions that were undone: an undo names the outcome, and the step that is open again. */
export function undoneIn(events: readonly HistoryEntry[]): ReadonlySet<number> {
  const undone = new Set<number>();
  events.forEach((entry, index) => {
    if (entry.action !== "undo") return;
    const decision = events
      .slice(0, index)
      .findLast(({ seq, action, node, outcome }) => action === "decide" && node === entry.to_node && outcome === entry.outcome && !undone.has(seq));
    if (decision) undone.add(decision.seq);
  });
  return undone;
}
