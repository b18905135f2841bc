import type { HistoryItem } from "@/api/types";

/** An entry of the list; of a batch it is the newest, and stands for the others. */
export type HistoryLine = HistoryItem & { others: readonly HistoryItem[] };

/** Folds the decisions of one batch into a line, where the newest of them stands. */
export function foldBatches(entries: readonly HistoryItem[]): HistoryLine[] {
  const lines = new Map<string, HistoryLine & { others: HistoryItem[] }>();
  for (const entry of entries) {
    const key = entry.batched ? [entry.request_id, entry.actor?.id, entry.from, entry.outcome].join(" ") : String(entry.id);
    const line = lines.get(key);
    if (line) line.others.push(entry);
    else lines.set(key, { ...entry, others: [] });
  }
  return [...lines.values()];
}
