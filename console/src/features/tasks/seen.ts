import { useSyncExternalStore } from "react";

const KEY = "seenTasks";
const LIMIT = 2_000; // a long day's work; the oldest are dropped first

let seen = new Set(read());
const listeners = new Set<() => void>();

/** Tasks that were open in this tab; their rows are less prominent. */
export function useSeen(): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, () => seen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function markSeen(taskId: number): void {
  if (seen.has(taskId)) return;
  seen = new Set([...seen, taskId].slice(-LIMIT));
  sessionStorage.setItem(KEY, JSON.stringify([...seen]));
  listeners.forEach((listener) => listener());
}

function read(): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "number") : [];
  } catch {
    return []; // an unreadable value counts as empty
  }
}
