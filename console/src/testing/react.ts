import React from "react";
import { flushSync } from "react-dom";

/** Times of the machine, whatever a test makes of the clock. */
export const { setImmediate: soon, setTimeout: later } = globalThis;

/** Lets everything run that is due: answers, timers of 0 ms, and what React draws because of them. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => void later(resolve, 0));
  await new Promise((resolve) => void soon(resolve));
}

/**
 * What changes within it is drawn when it ends. The tests run the build of React that people run, in half the time of the one for
 * development; only that one has an `act`, which the testing library asks for as it is loaded.
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
