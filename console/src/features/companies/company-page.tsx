import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router-dom";

import { read } from "@/api/queries";
import type { CompanyReport } from "@/api/types";
import { RecordPage } from "@/components/layout/record-page";
import { AuditLog } from "@/features/audit-log/audit-log";
import { useCan } from "@/lib/permissions";

import { CompanyAccounts } from "./company-accounts";
import { backToCompanies, headOf } from "./company-head";
import { CompanyOverview } from "./company-overview";
import { type CompanyTab, CompanyTabs, useCompanyTabs } from "./company-tabs";
import { CompanyTickets } from "./company-tickets";
import { Conduct } from "./conduct";

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
          <CompanyTabs of={data} tab={tab} />
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
    case "reviews": // has its own page
      return <CompanyOverview company={company} />;
  }
}
