import { diffWordsWithSpace } from "diff";

interface Piece {
  kind: "same" | "in" | "out";
  text: string;
}

// with more changed words than this, a comparison by words is useless; a limit in milliseconds would make the result
// depend on the machine's load
const MAX_CHANGES = 1_000;

/**
 * The differences between two texts, word by word; two texts with almost nothing in common are shown one after the
 * other.
 */
export function diffOf(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGES });
  if (!changes) return [{ kind: "out" as const, text: before }, { kind: "in" as const, text: after }].filter(({ text }) => text);
  return changes.map(({ added, removed, value }) => ({ kind: added ? "in" : removed ? "out" : "same", text: value }));
}
