import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";

import { ApiError, isOverloaded } from "@/api/error";
import { listenToOtherTabs } from "@/api/tabs";
import { SessionProvider } from "@/features/session/session-provider";
import { connection } from "@/lib/connection";
import { followSettings } from "@/lib/settings";

import { Toasts } from "./toasts";

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(followSettings, []);
  useEffect(() => listenToOtherTabs(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        {children}
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>
  );
}

// queries pause while the server is unreachable; when it returns, those on screen are refetched
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(!connection.isAway())));

const RETRIES = 2;
/**
 * Retries until an overloaded server counts as a failure, half a minute or longer. Meanwhile what is shown stays,
 * without a message.
 */
const WAITS = 5;

/** `firstWait`: milliseconds before the first retry of a failed query; doubled for each retry, at most 30 s. */
export function createQueryClient({ firstWait = 1_000 } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failed, error) => failed < (isOverloaded(error) ? WAITS : RETRIES) && isPassing(error),
        retryDelay: (failed, error) => (isOverloaded(error) ? apart(error.retryAfter * 1_000) : Math.min(firstWait * 2 ** failed, 30_000)),
      },
    },
  });
}

/** Adds up to 50 % at random, so that many consoles do not retry at the same moment. */
const apart = (ms: number) => ms * (1 + Math.random() / 2);

/** A missing answer or a server error may pass; a refusal is final. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
