import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import { serverAnswers } from "./server-answers";

const KEY = "reloadedForBuild";
const AGAIN_AFTER_MS = 60_000;

const PAUSE_MS = 2_000;

/** A part of the console that is loaded on demand, as `needed` loads it. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => needed(load));
}

/**
 * Loads what the person has asked for. When a newer build has replaced it, the page is loaded again; when that has just
 * been done, it is an error.
 */
export async function needed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await patiently(load);
  } catch (error) {
    if (reloadForNewerBuild()) return new Promise(() => undefined); // the page ends here
    throw error;
  }
}

/**
 * Retries an import while the server does not answer: the page stays as it is, with what was typed. A file is missing,
 * which is an error, when it fails twice running although the server answers: the first failure may be from before the
 * connection came back.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let answered = false; ; )
    try {
      return await load();
    } catch (error) {
      const answers = await serverAnswers();
      if (answers && answered) throw error;
      answered = answers;
      if (!answers) await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
}

/**
 * Loads the page again, which brings the newer build, and returns true. When that has just been done, it returns false:
 * a file that is still missing is an error.
 */
function reloadForNewerBuild(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
