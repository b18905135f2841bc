import type { QueryClient } from "@tanstack/react-query";

import { connection } from "@/lib/connection";
import { deskState } from "@/lib/desk-state";
import { notify } from "@/lib/notifications";
import { uuid } from "@/lib/uuid";

import { isOverloaded, isPassing } from "./error";
import { type Reads, refresh } from "./queries";
import { tellOtherTabs } from "./tabs";

/** A request of a person to change something on the server. Sent only by `useCommand` or `runCommand`. */
export interface Command<Input, Result> {
  /**
   * Commands of one name are sent one at a time. While one is in flight, a call with the same input shares its answer;
   * a call with another input is not sent.
   */
  name: string;
  /** `key`: the Idempotency-Key, the same in all attempts with the same input until the server has answered. */
  send: (input: Input, key: string) => Promise<Result>;
  /**
   * How many attempts are made before a missing answer or a server error counts as a refusal. A command with more than
   * one attempt also waits, up to two minutes, while the server is unreachable or overloaded.
   */
  tries?: number;
  /** The queries that the command makes out of date. They are refetched after success. */
  refreshes?: readonly Reads[];
  /** Further queries that are out of date in other tabs only: in this tab `done` has already updated the cache. */
  elsewhere?: readonly Reads[];
  /** The sentence of the success notification; null for none. */
  says?: (result: Result, input: Input) => string | null;
  /** Called before the command is sent, to update the screen optimistically. */
  begun?: (input: Input) => void;
  done?: (result: Result, input: Input) => void | Promise<void>;
  /** Called when the server refused the command, or answered none of the attempts. `error` is an `ApiError` then. */
  refused?: (error: unknown, input: Input) => void | Promise<void>;
}

/** The result of a command. `busy`: another command of the same name was in flight, so this one was not sent. */
export type Sent<Result> = { state: "done"; result: Result } | { state: "refused"; error: unknown } | { state: "busy" };

interface Running {
  text: string;
  sent: Promise<Sent<unknown>>;
}

/** The input of the command in flight, by the command's name. */
export const inFlight = deskState<{ input: unknown }>("command");

const running = new WeakMap<QueryClient, Map<string, Running>>();
/** The Idempotency-Key of each input that the server has not answered yet, by command name and input. */
const keys = new Map<string, string>();

const TRIES = 3;
const PAUSE_MS = 400;
const WAIT_MS = 120_000; // well below a lease of five minutes: a command sent this late is still likely to be accepted

/** Runs a command with all its attempts. Never throws: the returned state says how it ended. */
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
    if (!isPassing(error)) keys.delete(intent); // the server answered: the same input sent later is a new command
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
 * Retries after a missing answer, a server error or a locked row; waits while the server is unreachable or overloaded.
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
