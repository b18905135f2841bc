import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { buttonClass } from "@/components/ui/button";
import { Key } from "@/components/ui/key";
import { orderedQueues, pathOf, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { ToDashboard } from "./to-dashboard";

/** Links from a page that has nothing to offer: the dashboard, the first queue, the search. */
export function WaysOn() {
  const { t } = useTranslation();
  const titles = useTitles();
  const can = useCan();
  const queue = orderedQueues(useDesk()).find(({ view, permission }) => !view && can(permission));
  return (
    <>
      <ToDashboard />
      {queue && (
        <Link className={buttonClass()} to={pathOf(queue)}>
          {titles.queue(queue.name)}
        </Link>
      )}
      <Allowed permission="search">
        <Link className={buttonClass("quiet")} to={paths.search}>
          {t("navigation.search")}
          <Key keys="/" silent />
        </Link>
      </Allowed>
    </>
  );
}
