import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t("states.notFound.head")} facts={[t("states.notFound.fact")]} />
      <div className="empty empty-page">
        <Icon of={ScanSearch} />
        <h2>{t("states.notFound.title")}</h2>
        <p>{t("states.notFound.text")}</p>
        <p className="address">
          <bdi>{pathname}</bdi>
        </p>
        <div className="row wrap">
          <Link className={buttonClass("primary")} to={paths.home}>
            {t("navigation.dashboard")}
          </Link>
          <Allowed permission="moderation">
            <Link className={buttonClass()} to={paths.moderate}>
              {t("navigation.pending")}
            </Link>
          </Allowed>
        </div>
      </div>
    </>
  );
}
