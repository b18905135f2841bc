import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import { serverAnswers } from "./server-answers";

const PAUSE_MS = 2_000;

/**
 * A part of the console that is loaded when it is wanted. While the server does not answer it is asked for again,
 * and its button waits: what somebody has typed beside it stays. When the server answers and the file is missing all
 * the same, a newer build has replaced it, and that is an error.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => patiently(load));
}

/** The same for whatever is loaded. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
}
