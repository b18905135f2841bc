import type { QueryClient } from "@tanstack/react-query";

import { connection } from "@/lib/connection";
import { deskState } from "@/lib/desk-state";
import { notify } from "@/lib/notifications";
import { uuid } from "@/lib/uuid";

import { isOverloaded, isPassing } from "./error";
import { type Reads, refresh } from "./queries";
import { tellOtherTabs } from "./tabs";

/** Something that a person asks the server to do. Sent by `useCommand` or `runCommand`, and in no other way. */
export interface Command<Input, Result> {
  /**
   * Commands of one name are sent one at a time. While one is on its way, the same input waits for the same answer,
   * and another input is not sent.
   */
  name: string;
  /** `key` is the Idempotency-Key: the same for each try of the same input until the server has answered. */
  send: (input: Input, key: string) => Promise<Result>;
  /**
   * How often it is sent before silence, or a server in trouble, counts as a refusal. A command that has several tries
   * also waits, up to two minutes, for a server that cannot be reached or has too much to do.
   */
  tries?: number;
  /** The queries that it makes out of date. They are asked for again when it is done. */
  refreshes?: readonly Reads[];
  /** Further queries that are out of date in other tabs of this browser: here `done` has put the change into the cache. */
  elsewhere?: readonly Reads[];
  /** The notification that says it was done; null for none. */
  says?: (result: Result, input: Input) => string | null;
  /** Before it is sent, where the screen goes ahead of the answer. */
  begun?: (input: Input) => void;
  done?: (result: Result, input: Input) => void | Promise<void>;
  /** The server refused it, or gave no answer to any of the tries. `error` is an `ApiError` then. */
  refused?: (error: unknown, input: Input) => void | Promise<void>;
}

/** The result of a command. `busy`: a command of the same name was in flight, so this one was not sent. */
export type Sent<Result> = { state: "done"; result: Result } | { state: "refused"; error: unknown } | { state: "busy" };

interface Running {
  text: string;
  sent: Promise<Sent<unknown>>;
}

/** The input of the command that is on its way, by the command's name. */
export const inFlight = deskState<{ input: unknown }>("command");

const running = new WeakMap<QueryClient, Map<string, Running>>();
/** The Idempotency-Key of each input that the server has not answered yet, by the command's name and the input. */
const keys = new Map<string, string>();

const TRIES = 3;
const PAUSE_MS = 400;
const WAIT_MS = 120_000; // well below a lease of five minutes: what is sent then is still likely to be accepted

/** Sends a command once, however often it is tried. Never throws: the outcome says what became of it. */
export function runCommand<Input, Result>(
  client: QueryClient,
  command: Command<Input, Result>,
  input: Input,
): Promise<Sent<Result>> {
  const all = running.get(client) ?? new Map<string, Running>();
  running.set(client, all);
  const text = JSON.stringify({ input });
  const before = all.get(command.name);
  if (before) return before.text === text ? (before.sent as Promise<Sent<Result>>) : Promise.resolve({ state: "busy" });

  inFlight.set(client, { input }, command.name);
  const sent = settle(client, command, input, `${command.name} ${text}`).finally(() => {
    all.delete(command.name);
    inFlight.set(client, null, command.name);
  });
  all.set(command.name, { text, sent });
  return sent;
}

async function settle<Input, Result>(
  client: QueryClient,
  { send, tries = TRIES, refreshes = [], elsewhere = [], says, begun, done, refused }: Command<Input, Result>,
  input: Input,
  intent: string,
): Promise<Sent<Result>> {
  const key = keys.get(intent) ?? uuid();
  keys.set(intent, key);
  begun?.(input);
  let result: Result;
  try {
    result = await withTries(() => send(input, key), tries);
  } catch (error) {
    if (!isPassing(error)) keys.delete(intent); // answered: asked for again, it is a new command
    await refused?.(error, input);
    return { state: "refused", error };
  }
  keys.delete(intent);
  await done?.(result, input);
  void refresh(client, ...refreshes);
  tellOtherTabs([...refreshes, ...elsewhere]);
  const sentence = says?.(result, input);
  if (sentence) notify(sentence);
  return { state: "done", result };
}

/**
 * Silence, a server in trouble and a busy row are tried again; while the server cannot be reached or has too much to do,
 * the command waits.
 */
async function withTries<T>(run: () => Promise<T>, tries: number): Promise<T> {
  const until = Date.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === 1 || !isPassing(error)) throw error;
      if (isOverloaded(error) && (await connection.pauses(error.retryAfter * 1_000, until - Date.now()))) attempt = 0;
      else if (attempt < tries) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
      else if (await connection.returns(until - Date.now())) attempt = 0;
      else throw error;
    }
  }
}
