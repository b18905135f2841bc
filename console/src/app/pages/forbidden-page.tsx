import { Lock } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";
import type { Permission } from "@/lib/permissions";

interface Props {
  /** The name of the page that stays closed. */
  title: string;
  permission: Permission;
}

export function ForbiddenPage({ title, permission }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={title} facts={[t("states.forbidden.fact")]} />
      <div className="empty empty-page">
        <Icon of={Lock} />
        <h2>{t("states.forbidden.title")}</h2>
        <p>
          <Trans
            i18nKey="states.forbidden.text"
            values={{ permission }}
            components={{ code: <code className="mono" /> }}
          />
        </p>
        <div className="row">
          <Link className={buttonClass("primary")} to={paths.home}>
            {t("states.error.back")}
          </Link>
        </div>
      </div>
    </>
  );
}
