import type { QueryClient } from "@tanstack/react-query";

import { deskState } from "@/lib/desk-state";

const state = deskState<ReadonlySet<number>>("decided");
const NONE: ReadonlySet<number> = new Set();

/**
 * Tasks that this desk has decided, or is about to decide: lists leave them out before the server's next answer does.
 */
export function useDecided(): ReadonlySet<number> {
  return state.use() ?? NONE;
}

/** Hides a task from lists because it is being decided. `showAgain` reverts this after a refusal or an undo. */
export function hideDecided(client: QueryClient, taskId: number): void {
  state.set(client, new Set([...(state.get(client) ?? NONE), taskId]));
}

export function showAgain(client: QueryClient, taskId: number): void {
  state.set(client, new Set([...(state.get(client) ?? NONE)].filter((id) => id !== taskId)));
}
