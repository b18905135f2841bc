import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";

/** The placeholder of a section whose content is still to come (spec, section 2). */
export function UnfinishedPage({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={title} facts={[t("states.unfinished.fact")]} />
      <div className="empty empty-page">
        <Icon of={Construction} />
        <h2>{t("states.unfinished.title")}</h2>
        <p>{t("states.unfinished.text")}</p>
        <div className="row">
          <Link className={buttonClass()} to={paths.home}>
            {t("states.error.back")}
          </Link>
        </div>
      </div>
    </>
  );
}
