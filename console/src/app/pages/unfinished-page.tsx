import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { PageState } from "@/components/layout/page-state";

import { WaysOn } from "./ways-on";

/** The placeholder of a section whose content is still to come (spec, section 2). */
export function UnfinishedPage({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={title} />
      <PageState icon={Construction} title={t("states.unfinished.title")} actions={<WaysOn />}>
        <p>{t("states.unfinished.text")}</p>
      </PageState>
    </>
  );
}
