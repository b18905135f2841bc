import { render } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router-dom";

import type { User } from "@/api/types";
import { createQueryClient, Providers } from "@/app/providers";
import { discoverQueues } from "@/app/queue-routes";
import { routes } from "@/app/routes";
import { accessToken } from "@/lib/access-token";

import { aUser } from "./a-user";
import { server } from "./server";

/** Renders the whole console at an address; signed in as `as`, or signed out. */
export function renderApp(path: string, { as }: { as?: User } = {}) {
  if (as) {
    accessToken.set("kept-token");
    server.use(http.get("*/api/user/me", () => HttpResponse.json(as)));
  }
  // failures are retried as often as in production, but without the wait
  const client = createQueryClient({ firstWait: 10 });
  const router = createMemoryRouter(routes, { initialEntries: [path], patchRoutesOnNavigation: discoverQueues(client) });
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, client, user: aUser(), place: () => router.state.location.pathname + router.state.location.search };
}
