import { gzipSync } from "node:zlib";

import type { Plugin } from "vite";

import { chunksOf, reach } from "./chunks.ts";

const BUDGET_KB = 200; // of JavaScript, gzip (docs/design/figures.md)
/** The routes of the first screen besides the entry, which contains the frame of every page. */
const FIRST_ROUTES = ["src/app/pages/home-page.tsx"];

/** Fails the build if the first screen exceeds its budget; menus, dialogs and forms are loaded on demand. */
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
