import { useSyncExternalStore } from "react";

/** Breakpoints in pixels (spec, section 9). Below `lg` the sidebar is a drawer. */
export const BREAKPOINTS = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}

export function useAtLeast(breakpoint: keyof typeof BREAKPOINTS): boolean {
  return useMedia(`(min-width: ${BREAKPOINTS[breakpoint]}px)`);
}
