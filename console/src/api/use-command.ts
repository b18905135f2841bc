import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import { useLatest } from "@/lib/use-latest";

import { type Command, inFlight, runCommand, type Sent } from "./command";

export interface CommandState<Input, Result> {
  /** Sends the command (see `Command`) and returns its result. */
  run: (input: Input) => Promise<Sent<Result>>;
  /** A command of this name is in flight, started anywhere on the page; its buttons are disabled. */
  busy: boolean;
  /** The input in flight. */
  sending: Input | null;
  /** The refusal of the last command started here, or null. */
  refusal: unknown;
  dismiss: () => void;
}

/** Whether a command of this name is in flight. */
export const useIsOnItsWay = (name: string): boolean => inFlight.use(name) !== null;

/** The input of the command of this name in flight; null if there is none. The caller knows its type. */
export function useSending(name: string): unknown {
  return inFlight.use(name)?.input ?? null;
}

/** Sends a command from a component, one at a time, retried with one idempotency key. Provides its refusal. */
export function useCommand<Input = void, Result = void>(command: Command<Input, Result>): CommandState<Input, Result> {
  const client = useQueryClient();
  const latest = useLatest(command);
  const current = inFlight.use(command.name);
  const [refusal, setRefusal] = useState<unknown>(null);

  const run = useCallback(
    async (input: Input) => {
      setRefusal(null);
      const sent = await runCommand(client, latest(), input);
      if (sent.state === "refused") setRefusal(sent.error);
      return sent;
    },
    [client, latest],
  );
  const dismiss = useCallback(() => setRefusal(null), []);
  return { run, busy: current !== null, sending: current ? (current.input as Input) : null, refusal, dismiss };
}
