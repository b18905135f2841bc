import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { buttonClass } from "@/components/ui/button";
import { orderedQueues, pathOf, useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { ToDashboard } from "./to-dashboard";

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const titles = useTitles();
  const can = useCan();
  const queue = orderedQueues(useDesk()).find(({ view, permission }) => !view && can(permission));
  return (
    <>
      <PageHead title={t("states.notFound.head")} facts={[t("states.notFound.fact")]} />
      <PageState
        icon={ScanSearch}
        title={t("states.notFound.title")}
        actions={
          <>
            <ToDashboard />
            {queue && (
              <Link className={buttonClass()} to={pathOf(queue)}>
                {titles.queue(queue.name)}
              </Link>
            )}
          </>
        }
      >
        <p>{t("states.notFound.text")}</p>
        <p className="address">
          <bdi>{pathname}</bdi>
        </p>
      </PageState>
    </>
  );
}
