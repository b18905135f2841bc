import type { QueryClient } from "@tanstack/react-query";
import { type PatchRoutesOnNavigationFunction, redirect, type RouteObject } from "react-router-dom";

import { listNamed } from "@/features/list/lists-of-all";
import { deskQuery, meQuery } from "@/features/session/calls";
import { accessToken } from "@/lib/access-token";
import { type Desk, pathOf, type Queue } from "@/lib/desk";
import { needed } from "@/lib/lazy-part";

import { QueueGuard } from "./page-guard";
import { pageAt } from "./route-table";

/** The route that contains every page. */
export const PAGES = "pages";

/** Adds the queues' pages to the router when an address is first opened that may belong to a queue. */
export function discoverQueues(client: QueryClient): PatchRoutesOnNavigationFunction {
  return async ({ path, patch }) => {
    if (accessToken.get() === null) return; // a visitor signs in first, and the address is matched again afterwards
    // most likely needed next: load it in parallel with the desk
    if (!pageAt(path)) void import("@/features/queue/pages").catch(() => undefined);
    void client.query(meQuery).catch(() => undefined);
    // the session reports a failed start
    const desk = await client.query({ ...deskQuery, staleTime: "static" }).catch(() => null);
    if (desk) patch(PAGES, queueRoutes(desk, client));
  };
}

/** A page for every queue that the server declares. */
export function queueRoutes(desk: Desk, client: QueryClient): RouteObject[] {
  return desk.queues.map((queue) => ({
    id: `queue ${queue.name}`,
    path: pathOf(queue),
    loader: ({ request }) => {
      const { searchParams } = new URL(request.url);
      const list = listNamed(queue.name, searchParams.get("filter"));
      if (list) return redirect(list);
      void preload(desk, queue, client, searchParams).catch(() => undefined);
      return null; // waits for the page's code only, not for its data
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

/** Loads the queue before its page is drawn, if the person may see it. The page shows any error. */
async function preload(desk: Desk, { name, permission }: Queue, client: QueryClient, search: URLSearchParams): Promise<void> {
  const [me, { preloadQueue }] = await Promise.all([
    client.query({ ...meQuery, staleTime: "static" }),
    import("@/features/queue/pages"),
  ]);
  if (me.cms_access.includes(permission)) await preloadQueue(client, desk, name, search, me.id);
}

/** All queues use the same page; the server declares the differences. */
function loadQueuePage({ name }: Queue) {
  return async () => (await import("@/features/queue/pages")).pageOf(name);
}
