import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { useUser } from "@/features/session/session-context";
import { queueNamed, useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { ForbiddenPage } from "./pages/forbidden-page";
import { NotFoundPage } from "./pages/not-found-page";
import { areValid, type Page } from "./route-table";

/** Shows a page only if the person has its permission and the address is valid. */
export function PageGuard({ page, children }: { page: Page; children: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  const params = useParams();
  const user = useUser();
  if (!areValid(params)) return <NotFoundPage />;
  const owns = page.ownedBy !== undefined && Number(params[page.ownedBy]) === user.id;
  if (page.permission && !owns && !can(page.permission) && !(page.or && can(page.or)))
    return <ForbiddenPage title={t(`navigation.${page.name}`)} permission={page.permission} />;
  return children;
}

/** Like `PageGuard`, for a queue's page, which requires the queue's own permission. */
export function QueueGuard({ name, children }: { name: string; children: ReactNode }) {
  const queue = queueNamed(useDesk(), name);
  const titles = useTitles();
  const can = useCan();
  if (!queue) return <NotFoundPage />;
  if (!can(queue.permission)) return <ForbiddenPage title={titles.queue(name)} permission={queue.permission} />;
  return children;
}
