import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import { serverAnswers } from "./server-answers";

const KEY = "reloadedForBuild";
const AGAIN_AFTER_MS = 60_000;

const PAUSE_MS = 2_000;

/** A component that is loaded on demand with `needed`. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => needed(load));
}

/**
 * Loads code that the person needs now. If a newer build has replaced the file, reloads the page; throws if the page
 * was reloaded for this within the last minute.
 */
export async function needed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await patiently(load);
  } catch (error) {
    if (reloadForNewerBuild()) return new Promise(() => undefined); // never resolves, because the page is reloaded
    throw error;
  }
}

/**
 * Retries an import while the server does not answer; the page keeps what was typed. Throws after two failures in a row
 * although the server answers: the file is missing. One failure could be from before the connection was back.
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
 * Reloads the page, to get the newer build, and returns true. Returns false if that was done within the last minute: a
 * file that is still missing is an error.
 */
function reloadForNewerBuild(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
