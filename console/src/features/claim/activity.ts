import { useEffect } from "react";

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "input"] as const;
export const ACTIVE_FOR_MS = 2 * 60_000; // counts as active: keys, mouse or touch within two minutes, also while reading

let last = 0;
let watchers = 0;
const note = () => {
  last = Date.now();
};

/** Whether the person at this desk is at work: keys, mouse or touch within the last two minutes. */
export function isActive(now = Date.now()): boolean {
  return now - last < ACTIVE_FOR_MS;
}

/** Watches for signs of work while the component is shown. */
export function useActivity(): void {
  useEffect(() => {
    note(); // opening the page is an activity
    if (watchers++ === 0) SIGNS.forEach((sign) => window.addEventListener(sign, note, { passive: true, capture: true }));
    return () => {
      if (--watchers === 0) SIGNS.forEach((sign) => window.removeEventListener(sign, note, { capture: true }));
    };
  }, []);
}
