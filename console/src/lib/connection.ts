import { useSyncExternalStore } from "react";

import { clock } from "./clock";
import { serverAnswers } from "./server-answers";

export const CHECK_MS = 3_000; // how often the server is checked while it does not answer
export const OFFLINE_AFTER_MS = 10_000; // shorter interruptions, such as a restart of the server, count as reconnecting
export const RETURNED_MS = 4_000; // how long the console says that the connection is back

/** Whether the server answers. `since`: its time when it last answered. */
export interface Connection {
  state: "live" | "reconnecting" | "offline" | "returned";
  since: number;
  /** How many commands wait until the server is reachable or less loaded. */
  waiting: number;
}

const START: Connection = { state: "live", since: 0, waiting: 0 };
let current = START;
let lastAnswer = clock.now();
let awaySince = 0;
let checking: Promise<void> | null = null;
let nextCheck: ReturnType<typeof setTimeout> | undefined;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/**
 * The single connection state of the console. It changes only on evidence: the server answered, or a request failed and
 * the following check failed too.
 */
export const connection = {
  get: (): Connection => current,
  isAway: (): boolean => isAway(current),

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Reports that the server answered a request. */
  answered(): void {
    lastAnswer = clock.now();
    if (!isAway(current)) return;
    clearTimeout(nextCheck);
    change({ state: "returned" });
    clearTimeout(ending);
    ending = setTimeout(() => change({ state: "live" }), RETURNED_MS);
  },

  /** Reports that a request got no answer. Other causes are possible, so a check decides. */
  failed(): void {
    if (!isAway(current)) void connection.check();
  },

  /** Checks at once whether the server answers. Resolves when that is known. */
  check(): Promise<void> {
    clearTimeout(nextCheck);
    if (checking) return checking;
    const asked = serverAnswers().then((answers) => {
      if (checking !== asked) return; // `beginAnew` was called meanwhile
      checking = null;
      if (answers) connection.answered();
      else leave(navigator.onLine && awayFor() < OFFLINE_AFTER_MS ? "reconnecting" : "offline");
    });
    checking = asked;
    return asked;
  },

  /** Resets the state, for tests that share a page. */
  beginAnew(): void {
    clearTimeout(nextCheck);
    clearTimeout(ending);
    checking = null;
    change(START);
  },

  /**
   * Waits for the server to return, at most `limitMs`; resolves to whether it did. False at once if the server answers,
   * because then something else is wrong.
   */
  async returns(limitMs: number): Promise<boolean> {
    await checking;
    if (!isAway(current)) return false;
    change({ waiting: current.waiting + 1 });
    const returned = await new Promise<boolean>((resolve) => {
      const stop = connection.subscribe(() => !isAway(current) && end(true));
      const timer = setTimeout(() => end(false), limitMs);
      const end = (value: boolean) => {
        stop();
        clearTimeout(timer);
        resolve(value);
      };
    });
    change({ waiting: current.waiting - 1 });
    return returned;
  },

  /** Waits as long as an overloaded server asks for. False at once if that is longer than `limitMs`. */
  async pauses(ms: number, limitMs: number): Promise<boolean> {
    if (ms > limitMs) return false;
    change({ waiting: current.waiting + 1 });
    await new Promise((resolve) => setTimeout(resolve, ms));
    change({ waiting: current.waiting - 1 });
    return true;
  },
};

/** The connection's state, for components. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** Whether the server is unreachable at present. */
export function isAway({ state }: Connection): boolean {
  return state === "reconnecting" || state === "offline";
}

const awayFor = () => (isAway(current) ? Date.now() - awaySince : 0);

function leave(state: "reconnecting" | "offline"): void {
  if (!isAway(current)) awaySince = Date.now();
  clearTimeout(ending);
  change({ state, since: lastAnswer });
  clearTimeout(nextCheck);
  nextCheck = setTimeout(() => void connection.check(), CHECK_MS);
}

function change(part: Partial<Connection>): void {
  current = { ...current, ...part };
  listeners.forEach((listener) => listener());
}

// the device reports itself when it loses its network or has it back
window.addEventListener("offline", () => leave("offline"));
window.addEventListener("online", () => void connection.check());
