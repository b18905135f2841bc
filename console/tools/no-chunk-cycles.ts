import type { Plugin, Rolldown } from "vite";

import { chunksOf } from "./chunks.ts";

/** Fails the build if chunks of the console import each other: one of them would run before its imports are ready. */
export function noChunkCycles(): Plugin {
  return {
    name: "docket:no-chunk-cycles",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]));
      const ended = new Set<string>();
      const visit = (chunk: Rolldown.OutputChunk, above: readonly string[]) => {
        const path = [...above, chunk.fileName];
        if (above.includes(chunk.fileName)) this.error(`Files import each other: ${path.slice(above.indexOf(chunk.fileName)).join(" -> ")}`);
        if (ended.has(chunk.fileName)) return;
        for (const name of chunk.imports) {
          const imported = chunks.get(name);
          if (imported) visit(imported, path);
        }
        ended.add(chunk.fileName);
      };
      for (const chunk of chunks.values()) visit(chunk, []);
    },
  };
}
