import { accessToken } from "@/lib/access-token";

import type { Problem, Way } from "./types";
import { watchedFetch } from "./watched-fetch";

/** Lets the person confirm who they are. Resolves to whether they did. */
type Ask = (ways: readonly Way[]) => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

export function onIdentityAsked(next: Ask): () => void {
  ask = next;
  return () => (ask = null);
}

/**
 * `fetch` that lets the person confirm who they are where the server asks for it, and then sends the same request
 * again, with its idempotency key. Several requests at once ask once.
 */
export async function confirmingFetch(request: Request): Promise<Response> {
  const type = request.headers.get("Content-Type");
  const again = type === null || type.startsWith("application/json") ? request.clone() : null; // never of a file
  const response = await watchedFetch(request);
  if (response.status !== 403 || !again || !ask) return response;
  const { code, confirm_by: ways } = (await response.clone().json().catch(() => ({}))) as Partial<Problem>;
  if (code !== "confirm_identity") return response;
  asking ??= ask(ways ?? []).finally(() => (asking = null));
  if (!(await asking)) return response;
  again.headers.set("Authorization", `Bearer ${String(accessToken.get())}`);
  return watchedFetch(again);
}
