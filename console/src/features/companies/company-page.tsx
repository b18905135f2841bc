import "./words";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths, searchPath } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";

import { CompanyFacts } from "./company-facts";
import { CompanyFigures } from "./company-figures";
import { NewestReviews, TicketsAndAccounts } from "./company-lists";
import { CompanyMonths } from "./company-months";

/** One company: its figures and facts, its rating by month, its reviews, tickets and accounts, its audit log. */
export function CompanyPage() {
  const { companyID } = useParams();
  return <OneCompany key={companyID} id={Number(companyID)} />;
}

function OneCompany({ id }: { id: number }) {
  const { t } = useTranslation();
  const company = useQuery(read("/api/company/{company_id}", { path: { company_id: id } }));
  const failure = useFailure(company);
  const can = useCan();
  const back = can("search") ? { to: searchPath("", "companies"), label: t("organisation.companies.toList") } : null;
  if (failure.error instanceof ApiError && failure.error.status === 404)
    return (
      <>
        <PageHead title={t("navigation.company")} {...(back && { back })} />
        <Empty
          icon={SearchX}
          title={t("organisation.company.missing", { id })}
          actions={
            <Link className={buttonClass()} to={back?.to ?? paths.home}>
              {back?.label ?? t("dashboard.queues.title")}
            </Link>
          }
        >
          {t("organisation.company.missingText")}
        </Empty>
      </>
    );
  return (
    <>
      <PageHead title={company.data?.name ?? t("navigation.company")} facts={[t("organisation.company.fact", { id })]} {...(back && { back })} />
      <div className="page stack">
        {company.data ? (
          <>
            <Allowed permission="moderation">
              <CompanyFigures company={company.data} />
            </Allowed>
            <CompanyFacts company={company.data} />
            <CompanyMonths id={id} />
            <Allowed permission="moderation">
              <NewestReviews id={id} />
            </Allowed>
            <TicketsAndAccounts id={id} />
            <Allowed permission="organisation">
              <AuditLog kind="company" id={id} manual />
            </Allowed>
          </>
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed
            title={t("organisation.company.failed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        )}
      </div>
    </>
  );
}
