import type { HistoryItem } from "@/api/types";

/** A line of the list: an entry, or the newest entry of a batch with `others`, the entries that it stands for. */
export type HistoryLine = HistoryItem & { others: readonly HistoryItem[] };

/** Folds the decisions of one batch into one line, at the place of the newest. */
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
