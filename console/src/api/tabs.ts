import type { QueryClient } from "@tanstack/react-query";

import { type Reads, refresh } from "./queries";

const KEY = "outOfDate";

/** Tells the other tabs of this browser what a command has made out of date, so that none goes on showing it. */
export function tellOtherTabs(stale: readonly Reads[]): void {
  if (stale.length === 0) return;
  localStorage.setItem(KEY, JSON.stringify(stale));
  localStorage.removeItem(KEY); // it is said once, and the same again is a change again
}

/** Reads again what commands of other tabs have made out of date. What it returns ends that. */
export function listenToOtherTabs(client: QueryClient): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue) void refresh(client, ...(JSON.parse(newValue) as Reads[]));
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
