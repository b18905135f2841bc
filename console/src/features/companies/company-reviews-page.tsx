import "./words";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { isMissing } from "@/api/error";
import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { CompanyFigures } from "@/features/classic/company-figures";
import { ReviewList } from "@/features/classic/review-list";
import { readView, type View, writeView } from "@/features/classic/view";
import { statusNames, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { useAddress } from "@/lib/use-address";

import { backToCompanies, headOf } from "./company-head";
import { CompanyTabs } from "./company-tabs";

/** The reviews of one company with their filters: the part of its page that has its own address. */
export function CompanyReviewsPage() {
  const { companyID } = useParams();
  return <CompanyReviews key={companyID} companyId={Number(companyID)} />;
}

function CompanyReviews({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const company = useQuery(read("/api/company/{company_id}", { path: { company_id: companyId } }));
  const failure = useFailure(company);
  const can = useCan();
  const [params, replaceParams] = useAddress();
  const view = { ...readView(params, statusNames(useDesk())), company: companyId };
  const change = (part: Partial<View>) => replaceParams(writeView({ ...view, ...part, company: null }));

  if (isMissing(failure.error))
    return (
      <>
        <PageHead title={t("navigation.companyReviews")} />
        <Empty
          icon={SearchX}
          title={t("classic.company.missing")}
          actions={
            <>
              <Link className={buttonClass()} to={paths.review(companyId)}>
                {t("classic.company.openReview", { id: companyId })}
              </Link>
              <Link className={buttonClass()} to={paths.classic}>
                {t("classic.named.all")}
              </Link>
              <Link className={buttonClass()} to={paths.home}>
                {t("dashboard.queues.title")}
              </Link>
            </>
          }
        >
          {t("classic.company.missingText", { id: companyId })}
        </Empty>
      </>
    );
  const { name, facts } = headOf(company.data, companyId, t);
  return (
    <>
      <PageHead title={name ?? t("navigation.companyReviews")} facts={facts} back={backToCompanies(can, t)} />
      <div className="page stack">
        <CompanyTabs id={companyId} of={company.data} tab="reviews" />
        {failure.error !== null && !company.data ? (
          <LoadFailed title={t("classic.company.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        ) : (
          <CompanyFigures company={company.data} />
        )}
        <ReviewList view={view} ofCompany onChange={change} />
      </div>
    </>
  );
}
