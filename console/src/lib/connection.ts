import { useSyncExternalStore } from "react";

import { clock } from "./clock";
import { serverAnswers } from "./server-answers";

export const CHECK_MS = 3_000; // while the server does not answer, it is asked this often
export const OFFLINE_AFTER_MS = 10_000; // shorter breaks, such as a restart of the server, are reconnections
export const RETURNED_MS = 4_000; // so long the console says that the connection is back

/** Whether the server answers. `since`: when it last did, by its own clock. */
export interface Connection {
  state: "live" | "reconnecting" | "offline" | "returned";
  since: number;
  /** How many commands wait until the server can be reached, or has less to do. */
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
 * The one connection state of the console. It follows from evidence alone: the server answered, or a request failed
 * and the server does not answer the check that follows.
 */
export const connection = {
  get: (): Connection => current,
  isAway: (): boolean => isAway(current),

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** The server answered a request. */
  answered(): void {
    lastAnswer = clock.now();
    if (!isAway(current)) return;
    clearTimeout(nextCheck);
    change({ state: "returned" });
    clearTimeout(ending);
    ending = setTimeout(() => change({ state: "live" }), RETURNED_MS);
  },

  /** A request got no answer, which can have other reasons: the check decides. */
  failed(): void {
    if (!isAway(current)) void connection.check();
  },

  /** Asks the server at once whether it is there. Resolves when that is known. */
  check(): Promise<void> {
    clearTimeout(nextCheck);
    if (checking) return checking;
    const asked = serverAnswers().then((answers) => {
      if (checking !== asked) return; // begun anew meanwhile
      checking = null;
      if (answers) connection.answered();
      else leave(navigator.onLine && awayFor() < OFFLINE_AFTER_MS ? "reconnecting" : "offline");
    });
    checking = asked;
    return asked;
  },

  /** As when the page was loaded: for tests, which share a page. */
  beginAnew(): void {
    clearTimeout(nextCheck);
    clearTimeout(ending);
    checking = null;
    change(START);
  },

  /**
   * Waits for the server to return, for at most `limitMs`; whether it did. False at once where the server
   * answers: then something else is wrong.
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

  /** Waits for as long as a server that has too much to do asks for. False at once where that is longer than `limitMs`. */
  async pauses(ms: number, limitMs: number): Promise<boolean> {
    if (ms > limitMs) return false;
    change({ waiting: current.waiting + 1 });
    await new Promise((resolve) => setTimeout(resolve, ms));
    change({ waiting: current.waiting - 1 });
    return true;
  },
};

/** The connection's state, for what is shown. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}

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

// the device itself says when it has lost its network, and when it has one again
window.addEventListener("offline", () => leave("offline"));
window.addEventListener("online", () => void connection.check());
