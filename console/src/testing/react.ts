import React from "react";
import { flushSync } from "react-dom";

/** Real timers, even if a test fakes the clock. */
export const { setImmediate: soon, setTimeout: later } = globalThis;

/** Runs everything that is due: answers, timers of 0 ms, and React's renders because of them. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => void later(resolve, 0));
  await new Promise((resolve) => void soon(resolve));
}

/**
 * Runs a change and renders its effects. The tests use React's production build, as people do, in half the time of the
 * development build. Only the latter has `act`, which the testing library requires when it is loaded.
 */
function act(change: () => unknown): PromiseLike<unknown> {
  const result = flushSync(change);
  const drawn = async () => {
    const value = await result;
    await settled();
    return value;
  };
  let waited: Promise<unknown> | undefined;
  return { then: (resolve, reject) => (waited ??= drawn()).then(resolve, reject) };
}
Object.assign(React, { act });
