import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { apiPage } from "./tools/api-page.ts";
import { ofFirstPages } from "./tools/first-pages.ts";
import { firstRequests } from "./tools/first-requests.ts";
import { firstScreenBudget } from "./tools/first-screen-budget.ts";
import { noChunkCycles } from "./tools/no-chunk-cycles.ts";
import { plainTests } from "./tools/plain-tests.ts";
import { preloads } from "./tools/preloads.ts";

const SHARED = "shared";
/** The tests that replace a module: it stays replaced for whatever runs in the same process after them. */
const replacing = ["src/testing/worked-example.test.ts"];
const backend = process.env.DOCKET_BACKEND ?? "http://127.0.0.1:8000";

/**
 * Few files instead of many small ones, because each request costs its latency: what every page begins with is one, and
 * what several pages share is divided by the pages that use it, each part with those that the same pages use.
 */
const chunks = {
  codeSplitting: {
    groups: [
      { name: "start", tags: ["$initial" as const], priority: 1 },
      { name: ofFirstPages(), test: /[\\/]src[\\/]/, minShareCount: 2, priority: 0.5 },
      // the icons of several pages: divided by pages, one of them made a page load all that its part was joined with
      { name: "icons", test: /lucide-react[\\/]dist[\\/]esm[\\/]icons/, minShareCount: 2, priority: 0.6 },
      { name: SHARED, test: /node_modules/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 0.4 },
      { name: SHARED, test: /[\\/]src[\\/]/, minShareCount: 2, entriesAware: true },
    ],
  },
  // by itself a shared part has the names of all its users
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.startsWith(SHARED) ? SHARED : "[name]"}-[hash].js`,
};

export default defineConfig({
  plugins: [react(), preloads(), firstRequests(), firstScreenBudget(), noChunkCycles(), apiPage()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { host: "127.0.0.1", proxy: { "/api": backend, "/healthz": backend } },
  preview: { host: "127.0.0.1", proxy: { "/api": backend, "/healthz": backend } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false, // all of it is 15 kB (gzip), in one request
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: chunks },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [...plainTests, ...replacing],
          setupFiles: ["./src/testing/setup.ts"],
          isolate: false, // loading React and the pages anew for each file took more than all tests
        },
      },
      {
        extends: true,
        test: { name: "replacing", environment: "jsdom", include: replacing, setupFiles: ["./src/testing/setup.ts"] },
      },
      { extends: true, test: { name: "plain", environment: "node", include: plainTests, setupFiles: ["./src/testing/plain.ts"], pool: "threads" } },
    ],
    maxWorkers: availableParallelism() + 1, // many tests wait: for a timer, for an answer
    // for those that hang: a busy machine takes many times as long
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 180_000,
    env: { NODE_ENV: "production" }, // the build of React that people run, see src/testing/react.ts
    alias: { "react/jsx-dev-runtime": fileURLToPath(new URL("./src/testing/jsx.ts", import.meta.url)) },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
