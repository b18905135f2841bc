import { diffWordsWithSpace } from "diff";

interface Piece {
  kind: "same" | "in" | "out";
  text: string;
}

// more words out and in than that, and the texts have so little in common that a comparison by words is of no use;
// a limit in milliseconds would give another answer on a busy machine
const MAX_CHANGES = 1_000;

/** What became of a text, word by word; two texts with next to nothing in common are shown one after the other. */
export function diffOf(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGES });
  if (!changes) return [{ kind: "out" as const, text: before }, { kind: "in" as const, text: after }].filter(({ text }) => text);
  return changes.map(({ added, removed, value }) => ({ kind: added ? "in" : removed ? "out" : "same", text: value }));
}
