import type { QueryClient } from "@tanstack/react-query";

import { type Reads, refresh } from "./queries";

const KEY = "outOfDate";

/** Tells other tabs of this browser which queries a command made out of date, so that they refetch them. */
export function tellOtherTabs(stale: readonly Reads[]): void {
  if (stale.length === 0) return;
  localStorage.setItem(KEY, JSON.stringify(stale));
  localStorage.removeItem(KEY); // removed at once, so that the same message sent again is a change again
}

/** Refetches queries that commands in other tabs made out of date. Returns a function that stops listening. */
export function listenToOtherTabs(client: QueryClient): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue) void refresh(client, ...(JSON.parse(newValue) as Reads[]));
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
