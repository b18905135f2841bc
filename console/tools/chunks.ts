import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((output) => output.type === "chunk");

/** Chunks with everything that they import, each once. */
export function reach(bundle: Bundle, starts: readonly Chunk[], seen = new Set<Chunk>()): Set<Chunk> {
  for (const chunk of starts) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    reach(bundle, chunksOf(bundle).filter(({ fileName }) => chunk.imports.includes(fileName)), seen);
  }
  return seen;
}
