import { useTranslation } from "react-i18next";

import type { CompanyContext } from "@/api/types";
import { formatNumber } from "@/lib/dates";

/** The company's figures, overall and recent: the context in which a moderator judges a review. */
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
