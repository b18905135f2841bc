import { diffWordsWithSpace } from "diff";

export interface Piece {
  kind: "same" | "in" | "out";
  text: string;
}

const PATIENCE_MS = 150; // longer than that, and two texts have so little in common that words tell nothing

/** What became of a text, word by word; two texts with next to nothing in common are shown one after the other. */
export function diffOf(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS });
  if (!changes) return [{ kind: "out" as const, text: before }, { kind: "in" as const, text: after }].filter(({ text }) => text);
  return changes.map(({ added, removed, value }) => ({ kind: added ? "in" : removed ? "out" : "same", text: value }));
}
