import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

/** How the company stands, with the way to its reviews. */
export function CompanyFigures({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const waiting = company.ageing.reduce((sum, line) => sum + line.waiting, 0);
  const figures = [
    [company.rating?.toFixed(1) ?? "–", t("organisation.company.rating")],
    [formatNumber(company.reviews), t("organisation.company.reviews", { count: company.reviews })],
    [formatNumber(waiting), t("organisation.company.waiting")],
    [formatNumber(company.requests.requests), t("organisation.company.requests")],
  ] as const;
  return (
    <section className="card" aria-label={t("organisation.company.toReviews")}>
      <div className="card-body row wrap">
        <div className="figures">
          {figures.map(([value, name]) => (
            <div key={name}>
              <b>{value}</b>
              <span>{name}</span>
            </div>
          ))}
        </div>
        {company.requests.open > 0 && (
          <p className="meta">{t("organisation.company.waitingRequests", { count: company.requests.open })}</p>
        )}
        <span className="end" />
        <Link className={buttonClass()} to={paths.companyReviews(company.id)}>
          {t("organisation.company.toReviews")}
        </Link>
      </div>
    </section>
  );
}
