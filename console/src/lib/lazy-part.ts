import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import { serverAnswers } from "./server-answers";

const PAUSE_MS = 2_000;

/**
 * A part of the console that is loaded on demand. While the server does not answer, loading is retried, and the page
 * stays as it is with what was typed. When the server answers and the file is missing, a newer build has replaced it:
 * that is an error.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => patiently(load));
}

/** Retries an import in the same way. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
}
