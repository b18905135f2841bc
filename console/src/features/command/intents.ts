import { uuid } from "@/lib/uuid";

const keys = new Map<string, string>();

/**
 * The Idempotency-Key of one intent: the same for every try of the same thing, so that it is done once however
 * often it is sent; another for anything else. Settled, the next time is a new intent.
 */
export function keyOf(intent: string): string {
  const key = keys.get(intent) ?? uuid();
  keys.set(intent, key);
  return key;
}

export function settle(intent: string): void {
  keys.delete(intent);
}

const TRIES = 3;
const PAUSE_MS = 400;

/** Runs what may be sent again under one key: silence, a server in trouble and a busy row are tried again. */
export async function withTries<T>(run: () => Promise<T>, isPassing: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
