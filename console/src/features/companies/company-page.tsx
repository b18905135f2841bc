import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { read } from "@/api/queries";
import { RecordPage } from "@/components/layout/record-page";
import { AuditLog } from "@/features/audit-log/audit-log";
import { searchPath } from "@/lib/paths";
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
  const can = useCan();
  const back = can("search") ? { to: searchPath("", "companies"), label: t("organisation.companies.toList") } : null;
  return (
    <RecordPage
      of={company}
      kind={t("navigation.company")}
      head={{ name: company.data?.name, facts: [t("organisation.company.fact", { id })] }}
      back={back}
      says={{
        missing: t("organisation.company.missing", { id }),
        missingText: t("organisation.company.missingText"),
        failed: t("organisation.company.failed"),
      }}
    >
      {(data) => (
        <>
          <Allowed permission="moderation">
            <CompanyFigures company={data} />
          </Allowed>
          <CompanyFacts company={data} />
          <CompanyMonths id={id} />
          <Allowed permission="moderation">
            <NewestReviews id={id} />
          </Allowed>
          <TicketsAndAccounts id={id} />
          <Allowed permission="organisation">
            <AuditLog kind="company" id={id} manual />
          </Allowed>
        </>
      )}
    </RecordPage>
  );
}
