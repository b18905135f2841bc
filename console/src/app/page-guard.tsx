import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { useCan } from "@/lib/permissions";

import { ForbiddenPage } from "./pages/forbidden-page";
import { NotFoundPage } from "./pages/not-found-page";
import type { Page } from "./route-table";

/** Parameters that are not numbers: the name of a process, the id of a batch. */
const FREE = new Set(["kind", "batchID"]);

/** Lets a page be seen by who may see it, at an address that can exist. */
export function PageGuard({ page, children }: { page: Page; children: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  const params = Object.entries(useParams());
  if (params.some(([name, value]) => !FREE.has(name) && !/^\d+$/.test(value ?? ""))) return <NotFoundPage />;
  if (page.permission && !can(page.permission))
    return <ForbiddenPage title={t(`navigation.${page.name}`)} permission={page.permission} />;
  return children;
}
