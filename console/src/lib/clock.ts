import { useSyncExternalStore } from "react";

/** A desk's own clock may be minutes wrong, and leases end by the server's: every time shown counts from here. */
const TRUSTED_DRIFT_MS = 2_000; // the Date header has whole seconds, and the answer travelled
let offset = 0;

export const clock = {
  now: (): number => Date.now() + offset,

  /** The same moment by the server's clock, for a time that this machine took. */
  fromHere: (at: number): number => at + offset,

  /** Takes the server's time from an answer's Date header. */
  hear(header: string | null): void {
    const drift = header ? Date.parse(header) - Date.now() : Number.NaN;
    if (!Number.isNaN(drift)) offset = Math.abs(drift) > TRUSTED_DRIFT_MS ? drift : 0;
  },
};

/** The time now, in milliseconds, renewed on every whole `stepMs`: all that use one step change together. */
export function useNow(stepMs = 30_000): number {
  const read = () => Math.floor(clock.now() / stepMs) * stepMs;
  return useSyncExternalStore((changed) => {
    const timer = setInterval(changed, Math.min(stepMs, 1_000));
    return () => clearInterval(timer);
  }, read);
}
