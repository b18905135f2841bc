import { gzipSync } from "node:zlib";

import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const BUDGET_KB = 200; // of JavaScript, gzip
/** What the dashboard needs besides the entry: its route's chunks. */
const FIRST_ROUTES = ["src/app/shell.tsx", "src/app/pages/home-page.tsx"];

/** Ends the build when the first screen grows beyond its budget; menus, dialogs and forms are loaded when reached for. */
export function firstScreenBudget(): Plugin {
  return {
    name: "docket:first-screen-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const starts = chunksOf(bundle).filter(
        (chunk) => chunk.isEntry || FIRST_ROUTES.some((route) => chunk.facadeModuleId?.endsWith(route)),
      );
      const kilobytes = [...reach(bundle, starts)].reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0) / 1_000;
      const report = `First screen: ${kilobytes.toFixed(0)} kB of ${BUDGET_KB} kB JavaScript (gzip).`;
      if (starts.length !== FIRST_ROUTES.length + 1) this.error("The first screen's chunks are not where they were.");
      if (kilobytes > BUDGET_KB) this.error(report);
      this.info(report);
    },
  };
}

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((output) => output.type === "chunk");

/** Chunks with everything that they import, each once. */
function reach(bundle: Bundle, starts: readonly Chunk[], seen = new Set<Chunk>()): Set<Chunk> {
  for (const chunk of starts) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    reach(bundle, chunksOf(bundle).filter(({ fileName }) => chunk.imports.includes(fileName)), seen);
  }
  return seen;
}
