import { availableParallelism } from "node:os";

import { defineConfig } from "@playwright/test";

import { findBrowser } from "./support/browser";
import { DRILLS, PICTURES } from "./support/effort";

/** The whole product in a real browser. One server serves all tests: what one decides, no other counts on. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "./support/product.ts",
  fullyParallel: true, // a long file's tests run side by side as well
  workers: availableParallelism() + 1, // many tests wait: for a hold's end, for another person
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  ...(PICTURES ? { grep: /@pictures\b/ } : { grepInvert: DRILLS ? /@pictures\b/ : /@(drill|pictures)\b/ }),
  // for what hangs: a busy machine takes many times as long as a quiet one, and what comes ends its wait at once
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: "list",
  use: {
    baseURL: process.env.DOCKET_URL,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    colorScheme: "light",
    actionTimeout: 60_000,
    // what was done and answered; filming costs more than the tests, and copying the document at each step is dear as well
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        "--no-sandbox",
        ...(PICTURES ? ["--font-render-hinting=none"] : []), // letters as on a screen of today
        "--disable-gpu",
        "--in-process-gpu", // without one, a process for it is only a detour
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
