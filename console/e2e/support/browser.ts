import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The one without windows first: the same pages in half the processor time (decision 91). */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The machine's Chromium: `CHROMIUM`, or the first of its names on PATH. Without one, Playwright's own download. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
