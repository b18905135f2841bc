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

// while the server cannot be reached, queries pause; when it returns, those on screen are read again
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(!connection.isAway())));

const RETRIES = 2;
/** Until a server that has too much to do counts as a failure: half a minute or longer. What is shown stays, without a word. */
const WAITS = 5;

/** `firstWait`: until a query that failed is asked again, in milliseconds; twice as long each time, 30 s at most. */
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

/** Up to half as long again, by chance: so many consoles do not ask again in the same moment. */
const apart = (ms: number) => ms * (1 + Math.random() / 2);

/** No answer, or a server in trouble, may pass; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
