import type { QueryClient } from "@tanstack/react-query";
import { type PatchRoutesOnNavigationFunction, redirect, type RouteObject } from "react-router-dom";

import { listNamed } from "@/features/list/lists-of-all";
import { deskQuery, meQuery } from "@/features/session/calls";
import { accessToken } from "@/lib/access-token";
import { type Desk, pathOf, type Queue } from "@/lib/desk";
import { needed } from "@/lib/lazy-part";

import { QueueGuard } from "./page-guard";
import { pageAt } from "./route-table";

/** The route that holds every page. */
export const PAGES = "pages";

/** Adds the queues' pages to the router at the first address that may be one of theirs. */
export function discoverQueues(client: QueryClient): PatchRoutesOnNavigationFunction {
  return async ({ path, patch }) => {
    if (accessToken.get() === null) return; // a visitor signs in first, then the address is matched again
    // needed next, most likely: asked for together, instead of one after the other
    if (!pageAt(path)) void import("@/features/queue/pages").catch(() => undefined);
    void client.query(meQuery).catch(() => undefined);
    // a start that fails is the session's to report
    const desk = await client.query({ ...deskQuery, staleTime: "static" }).catch(() => null);
    if (desk) patch(PAGES, queueRoutes(desk, client));
  };
}

/** A page for every queue that the server declares, at its address. */
export function queueRoutes(desk: Desk, client: QueryClient): RouteObject[] {
  return desk.queues.map((queue) => ({
    id: `queue ${queue.name}`,
    path: pathOf(queue),
    loader: ({ request }) => {
      const { searchParams } = new URL(request.url);
      const list = listNamed(queue.name, searchParams.get("filter"));
      if (list) return redirect(list);
      void preload(desk, queue, client, searchParams).catch(() => undefined);
      return null; // the page is drawn when its code is there: it waits for no data
    },
    shouldRevalidate: () => false,
    lazy: async () => {
      const Content = await needed(loadQueuePage(queue));
      return {
        Component: () => (
          <QueueGuard name={queue.name}>
            <Content />
          </QueueGuard>
        ),
      };
    },
  }));
}

/** Loads the queue before its page is drawn, if the person may see it. Errors are left to the page, which shows them. */
async function preload(desk: Desk, { name, permission }: Queue, client: QueryClient, search: URLSearchParams): Promise<void> {
  const [me, { preloadQueue }] = await Promise.all([
    client.query({ ...meQuery, staleTime: "static" }),
    import("@/features/queue/pages"),
  ]);
  if (me.cms_access.includes(permission)) await preloadQueue(client, desk, name, search, me.id);
}

/** Every queue has the same page: what differs, the server says. */
function loadQueuePage({ name }: Queue) {
  return async () => (await import("@/features/queue/pages")).pageOf(name);
}
