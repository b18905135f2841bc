import { FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";

import { WaysOn } from "./ways-on";

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t("states.notFound.head")} facts={[t("states.notFound.fact")]} />
      <PageState icon={FileQuestionMark} title={t("states.notFound.title")} actions={<WaysOn />}>
        <p>{t("states.notFound.text")}</p>
        <p className="address">
          <bdi>{pathname}</bdi>
        </p>
      </PageState>
    </>
  );
}
