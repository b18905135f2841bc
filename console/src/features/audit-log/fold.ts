import type { FoundEntry } from "@/api/types";

/** An entry of the list; of neighbours that say the same it is the newest, and stands for the others. */
export type AuditLine = FoundEntry & { others: readonly FoundEntry[] };

/** Kinds of things without a name or a page, of which many entries in a row say the same. */
const FOLDED: readonly string[] = ["text", "mail"];

/** Folds neighbours that differ in their thing's number alone into one line. */
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
