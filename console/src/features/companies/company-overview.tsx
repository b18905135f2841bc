import { useTranslation } from "react-i18next";

import type { CompanyReport } from "@/api/types";
import { LogList } from "@/features/audit-log/log-list";
import { Allowed } from "@/lib/permissions";

import { AccountsBeside } from "./company-accounts";
import { CompanyFacts } from "./company-facts";
import { CompanyMonths } from "./company-months";
import { NewestReviews } from "./company-reviews";
import { AllOf } from "./company-tabs";
import { TicketsBeside } from "./company-tickets";
import { Conduct } from "./conduct";

/** The first tab: rating, newest reviews and conduct at the left, details and short lists at the right. */
export function CompanyOverview({ company }: { company: CompanyReport }) {
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
