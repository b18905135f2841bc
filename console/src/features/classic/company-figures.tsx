import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { StatusDot } from "@/components/desk/status-dot";
import { DataTable } from "@/components/table/data-table";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

import styles from "./classic.module.css";
import { shareOf } from "./share-of";
import { linesOf, starTable } from "./star-columns";

interface Props {
  /** Undefined while it is on its way. */
  company: CompanyReport | undefined;
}

/** The figures of a company: status, waiting time and restriction requests, by stars in one table. */
export function CompanyFigures({ company }: Props) {
  const { t } = useTranslation();
  const { requests } = company ?? {};
  const byStars = useTable(starTable, waitingFor(company && linesOf(company)));
  const count = (number: number | undefined) => (number === undefined ? undefined : formatNumber(number));
  return (
    <div className={styles.summary}>
      <div className={`figures ${styles.figures}`}>
        <Figure company={company} value={company?.rating?.toFixed(1)} name={t("classic.company.rating")} />
        <Figure
          company={company}
          value={count(company?.reviews)}
          name={t("classic.company.reviews", { count: company?.reviews ?? 0 })}
        />
        <Figure
          company={company}
          value={count(requests?.requests)}
          name={t("classic.company.requests", { count: requests?.requests ?? 0 })}
        />
        <Figure company={company} value={requests && shareOf(requests.refused_share)} name={t("classic.company.refused")} />
      </div>
      <section className="card">
        <div className="card-head">
          <h2>{t("classic.company.byStars")}</h2>
          <span className="end" />
          <span className="meta not-phone">{t("classic.company.fair")}</span>
        </div>
        <DataTable of={byStars} label={t("classic.company.byStars")} failed={t("classic.company.failed")} empty={null} />
        {company && company.requests.open > 0 && (
          <p className="card-body meta">{t("classic.company.waitingRequests", { count: company.requests.open })}</p>
        )}
        <Statuses company={company} />
      </section>
    </div>
  );
}

interface FigureProps {
  company: CompanyReport | undefined;
  value: string | undefined;
  name: string;
}

function Figure({ company, value, name }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div>
      <b>{company ? (value ?? t("classic.company.nothing")) : <Skeleton width="48px" />}</b>
      <span>{name}</span>
    </div>
  );
}

/** How many stand where; each leads to those reviews in the list below. */
function Statuses({ company }: Props) {
  const { t } = useTranslation();
  return (
    <div className="card-foot">
      <ul className={styles.statuses} aria-label={t("classic.company.byStatus")}>
        {company ? (
          company.by_status.map(({ status, reviews }) => (
            <li key={status}>
              <Link className="plain" to={`?status=${status}`} replace>
                <StatusDot status={status} /> <span className="tabular">{formatNumber(reviews)}</span>
              </Link>
            </li>
          ))
        ) : (
          <li aria-hidden>
            <Skeleton width="180px" />
          </li>
        )}
      </ul>
    </div>
  );
}
