import type { RouteObject } from "react-router-dom";

import { LoadingScreen } from "@/features/session/loading-screen";
import { needed } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { words } from "@/lib/words";

import { PageGuard } from "./page-guard";
import { ErrorPage, ErrorScreen } from "./pages/error-page";
import { NotFoundPage } from "./pages/not-found-page";
import { PAGES } from "./queue-routes";
import { type Page, pages } from "./route-table";
import { SignedInOnly, VisitorsOnly } from "./session-gates";
import { Shell } from "./shell";

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorScreen,
    HydrateFallback: LoadingScreen,
    children: [
      { path: paths.login, Component: VisitorsOnly },
      {
        Component: SignedInOnly,
        children: [
          {
            Component: Shell,
            children: [
              {
                id: PAGES, // `discoverQueues` adds the queues' pages here
                ErrorBoundary: ErrorPage,
                children: [
                  ...pages.map(toRoute),
                  { path: paths.error, Component: ErrorPage },
                  { path: "*", Component: NotFoundPage },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

function toRoute(page: Page): RouteObject {
  return {
    path: page.path,
    lazy: async () => {
      const Content = await needed(page.load ?? loadPlaceholder(page));
      return {
        Component: () => (
          <PageGuard page={page}>
            <Content />
          </PageGuard>
        ),
      };
    },
  };
}

function loadPlaceholder(page: Page) {
  return async () => {
    const { UnfinishedPage } = await import("./pages/unfinished-page");
    return () => <UnfinishedPage title={words.t(`navigation.${page.name}`)} />;
  };
}
