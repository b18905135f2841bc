import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CompanyReport } from "@/api/types";
import { useWhole } from "@/components/table/source";

import { newestTable } from "./columns";
import { AllOf } from "./company-tabs";
import { Listed } from "./listed";

const SHOWN = 8;

/** The newest reviews, in any status; all of them are a page of their own. */
export function NewestReviews({ company: { id, reviews } }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const query = useQuery(read("/api/company/{company_id}/reviews", { path: { company_id: id }, query: { limit: SHOWN } }));
  return (
    <Listed
      title={t("organisation.company.newest")}
      table={newestTable}
      source={useWhole(query, query.data?.items)}
      failed={t("organisation.company.newestFailed")}
      empty={t("organisation.company.noReviews")}
    >
      {reviews > 0 && (
        <AllOf tab="reviews" id={id}>
          {t("organisation.company.allReviews", { count: reviews })}
        </AllOf>
      )}
    </Listed>
  );
}
