import { useTranslation } from "react-i18next";

import type { CompanyContext } from "@/api/types";
import { formatNumber } from "@/lib/dates";

/** How the company does overall and lately: what a moderator weighs a review against. */
export function CompanyFigures({ company }: { company: CompanyContext }) {
  const { t } = useTranslation();
  const { name, rating, reviews, recent, rejected } = company;
  return (
    <section className="stack-s">
      <h3 className="section-title">
        <bdi>{name}</bdi>
      </h3>
      <div className="figures">
        <div>
          <b>{rating?.toFixed(1) ?? "–"}</b>
          <span>{t(rating === null ? "work.company.unrated" : "work.company.from", { count: reviews, number: formatNumber(reviews) })}</span>
        </div>
        <div>
          <b>{formatNumber(recent)}</b>
          <span>{t("work.company.recent")}</span>
        </div>
        <div>
          <b>{formatNumber(rejected)}</b>
          <span>{t("work.company.rejected")}</span>
        </div>
      </div>
    </section>
  );
}
