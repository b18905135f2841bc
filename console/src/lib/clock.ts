import { useSyncExternalStore } from "react";

const TRUSTED_DRIFT_MS = 2_000; // the Date header has whole seconds, and the answer takes time to arrive
let offset = 0;

/** The server's time. This machine's clock may be minutes wrong, and leases end by the server's: show no other time. */
export const clock = {
  now: (): number => Date.now() + offset,

  /** Converts a time of this machine's clock to the server's clock. */
  fromLocal: (at: number): number => at + offset,

  /** Sets the clock to the server's time, from the Date header of an answer. */
  synchronise(header: string | null): void {
    const drift = header ? Date.parse(header) - Date.now() : Number.NaN;
    if (!Number.isNaN(drift)) offset = Math.abs(drift) > TRUSTED_DRIFT_MS ? drift : 0;
  },
};

/**
 * The latest of these times that has passed, in milliseconds; -Infinity if none has. Updates when the next one passes.
 */
export function useLastPassed(...moments: number[]): number {
  return useSyncExternalStore(
    eachSecond,
    () => Math.max(...moments.filter((moment) => moment <= clock.now())), // -Infinity for an empty list
  );
}

/** Whether a time, in milliseconds of the server's clock, has passed. Updates when it does. */
export function useHasPassed(moment: number): boolean {
  return useLastPassed(moment) === moment;
}

/**
 * The current time in milliseconds, updated at every multiple of `stepMs`, so that all users of one step update
 * together.
 */
export function useNow(stepMs = 30_000): number {
  const read = () => Math.floor(clock.now() / stepMs) * stepMs;
  return useSyncExternalStore(eachSecond, read);
}

function eachSecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1_000);
  return () => clearInterval(timer);
}
