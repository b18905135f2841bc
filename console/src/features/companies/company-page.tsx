import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router-dom";

import { read } from "@/api/queries";
import type { CompanyReport } from "@/api/types";
import { RecordPage } from "@/components/layout/record-page";
import { useWhole } from "@/components/table/source";
import { AuditLog } from "@/features/audit-log/audit-log";
import { LogList } from "@/features/audit-log/log-list";
import { Allowed, useCan } from "@/lib/permissions";

import { newestTable } from "./columns";
import { AccountsBeside, CompanyAccounts } from "./company-accounts";
import { CompanyFacts } from "./company-facts";
import { backToCompanies, headOf } from "./company-head";
import { CompanyMonths } from "./company-months";
import { AllOf, type CompanyTab, CompanyTabs, useCompanyTabs } from "./company-tabs";
import { CompanyTickets, TicketsBeside } from "./company-tickets";
import { Conduct } from "./conduct";
import { Listed } from "./listed";

const SHOWN = 8;

/** The page of a company, in tabs: an overview, then its reviews, requests, tickets, accounts and log. */
export function CompanyPage() {
  const { companyID } = useParams();
  return <OneCompany key={companyID} id={Number(companyID)} />;
}

function OneCompany({ id }: { id: number }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const company = useQuery(read("/api/company/{company_id}", { path: { company_id: id } }));
  const can = useCan();
  const tab = useCompanyTabs().find((name) => name === params.get("tab") && name !== "reviews") ?? "overview";
  return (
    <RecordPage
      of={company}
      kind={t("navigation.company")}
      head={headOf(company.data, id, t)}
      back={backToCompanies(can, t)}
      says={{
        missing: t("organisation.company.missing", { id }),
        missingText: t("organisation.company.missingText"),
        failed: t("organisation.company.failed"),
      }}
    >
      {(data) => (
        <>
          <CompanyTabs id={id} of={data} tab={tab} />
          <Part tab={tab} company={data} />
        </>
      )}
    </RecordPage>
  );
}

function Part({ tab, company }: { tab: CompanyTab; company: CompanyReport }) {
  switch (tab) {
    case "conduct":
      return <Conduct company={company} />;
    case "tickets":
      return <CompanyTickets id={company.id} />;
    case "accounts":
      return <CompanyAccounts id={company.id} />;
    case "log":
      return <AuditLog kind="company" id={company.id} manual />;
    case "overview":
    case "reviews": // has a page of its own
      return <CompanyOverview company={company} />;
  }
}

/** The first tab: rating, newest reviews and conduct on the left, details and short lists on the right. */
function CompanyOverview({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const { id } = company;
  return (
    <div className="cols">
      <div className="stack">
        <CompanyMonths company={company} />
        <Allowed permission="moderation">
          <NewestReviews company={company} />
        </Allowed>
        <Allowed permission="organisation">
          <Conduct company={company} isPart />
        </Allowed>
      </div>
      <div className="stack">
        <CompanyFacts company={company} />
        <Allowed permission="tickets">
          <TicketsBeside id={id} />
        </Allowed>
        <Allowed permission="users">
          <AccountsBeside id={id} />
        </Allowed>
        <Allowed permission="organisation">
          <LogList kind="company" id={id}>
            <AllOf tab="log" id={id}>
              {t("organisation.company.all")}
            </AllOf>
          </LogList>
        </Allowed>
      </div>
    </div>
  );
}

/** The newest reviews, in any status; the complete list has its own page. */
function NewestReviews({ company: { id, reviews } }: { company: CompanyReport }) {
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
