import { useTranslation } from "react-i18next";
import { useOutletContext } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { formatNumber } from "@/lib/dates";
import { statusNames, useDesk } from "@/lib/desk";
import { useAddress } from "@/lib/use-address";

import { NamedLists } from "./named-lists";
import { ReviewList } from "./review-list";
import { readView, type View, writeView } from "./view";

/** All reviews in one table. */
export function ClassicPage() {
  const { t } = useTranslation();
  const [params, replaceParams] = useAddress();
  const pending = useOutletContext<OpenCounts | undefined>()?.pending; // as in the sidebar
  const view = readView(params, statusNames(useDesk()));
  const change = (part: Partial<View>) => replaceParams(writeView({ ...view, ...part }));
  return (
    <>
      <PageHead title={t("navigation.classic")} facts={[pending !== undefined && t("classic.toDecide", { number: formatNumber(pending) }), t("classic.fact")]} />
      <div className="page">
        <NamedLists view={view} />
        <ReviewList view={view} onChange={change} />
      </div>
    </>
  );
}
