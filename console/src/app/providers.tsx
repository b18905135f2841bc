import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";

import { ApiError } from "@/api/error";
import { SessionProvider } from "@/features/session/session-provider";
import { connection } from "@/lib/connection";
import { followSettings } from "@/lib/settings";

import { Toasts } from "./toasts";

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(followSettings, []);
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

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: (failed, error) => failed < RETRIES && isPassing(error) } },
  });
}

/** No answer, or a server in trouble, may pass; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
