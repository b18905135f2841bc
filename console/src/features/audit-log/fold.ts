import type { FoundEntry } from "@/api/types";

/**
 * A line of the list: the newest of adjacent entries that say the same, and `others`, the entries that it stands for.
 */
export type AuditLine = FoundEntry & { others: readonly FoundEntry[] };

/** Kinds of things without a name or a page, which often have many equal entries in a row. */
const FOLDED: readonly string[] = ["text", "mail"];

/** Folds adjacent entries that differ only in the number of their thing into one line. */
export function foldEqual(entries: readonly FoundEntry[]): AuditLine[] {
  const lines: (FoundEntry & { others: FoundEntry[] })[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last && FOLDED.includes(entry.subject.kind) && saidBy(last) === saidBy(entry)) last.others.push(entry);
    else lines.push({ ...entry, others: [] });
  }
  return lines;
}

const saidBy = ({ subject, action, text, user }: FoundEntry): string => [subject.kind, action, user?.id, text].join("\n");
