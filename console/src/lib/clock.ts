import { useSyncExternalStore } from "react";

/** The clock of this machine may be minutes wrong, and leases end by the server's: every time that is shown comes from here. */
const TRUSTED_DRIFT_MS = 2_000; // the Date header has whole seconds, and the answer travelled
let offset = 0;

export const clock = {
  now: (): number => Date.now() + offset,

  /** A time of this machine's clock, by the server's clock. */
  fromLocal: (at: number): number => at + offset,

  /** Sets the clock to the server's time, from the Date header of an answer. */
  synchronise(header: string | null): void {
    const drift = header ? Date.parse(header) - Date.now() : Number.NaN;
    if (!Number.isNaN(drift)) offset = Math.abs(drift) > TRUSTED_DRIFT_MS ? drift : 0;
  },
};

/** The latest of these moments that has passed, in milliseconds; -Infinity before. Changes when the next one passes. */
export function useLastPassed(...moments: number[]): number {
  return useSyncExternalStore(
    eachSecond,
    () => Math.max(...moments.filter((moment) => moment <= clock.now())), // of none it is -Infinity
  );
}

export function useHasPassed(moment: number): boolean {
  return useLastPassed(moment) === moment;
}

/** The time now, in milliseconds, updated at every multiple of `stepMs`, so that all users of one step change together. */
export function useNow(stepMs = 30_000): number {
  const read = () => Math.floor(clock.now() / stepMs) * stepMs;
  return useSyncExternalStore(eachSecond, read);
}

function eachSecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1_000);
  return () => clearInterval(timer);
}
