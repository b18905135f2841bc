import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

import { ToDashboard } from "./to-dashboard";

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t("states.notFound.head")} facts={[t("states.notFound.fact")]} />
      <PageState
        icon={ScanSearch}
        title={t("states.notFound.title")}
        actions={
          <>
            <ToDashboard />
            <Allowed permission="moderation">
              <Link className={buttonClass()} to={paths.moderate}>
                {t("navigation.pending")}
              </Link>
            </Allowed>
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
