import "./words";

import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { StatusDot } from "@/components/desk/status-dot";
import { Figures } from "@/components/organisation/figures";
import { DataTable } from "@/components/table/data-table";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

import styles from "./classic.module.css";
import { shareOf } from "./share-of";
import { linesOf, starTable } from "./star-columns";

interface Props {
  /** Undefined while loading. */
  company: CompanyReport | undefined;
}

const OF_REQUESTS = ["requests", "refused", "share"];

/**
 * The figures of a company: status, waiting time and restriction requests, by stars in one table. It has the same
 * height while loading.
 */
export function CompanyFigures({ company }: Props) {
  const { t } = useTranslation();
  const byStars = useTable(starTable, waitingFor(company && linesOf(company)), { without: company?.requests.requests ? [] : OF_REQUESTS });
  const figure = (value: string | undefined, name: string) =>
    [company ? (value ?? t("classic.company.nothing")) : <Skeleton width="48px" />, name] as const;
  return (
    <>
      <Figures
        of={[
          figure(company?.rating?.toFixed(1), t("classic.company.rating")),
          figure(company && formatNumber(company.reviews), t("classic.company.reviews", { count: company?.reviews ?? 0 })),
          figure(company && formatNumber(company.requests.requests), t("classic.company.requests", { count: company?.requests.requests ?? 0 })),
          figure(company && shareOf(company.requests.refused_share), t("classic.company.refused")),
        ]}
      />
      <section className={`card ${styles.stars}`}>
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
    </>
  );
}

/** The number of reviews in each status, linked to the list below with that filter. */
function Statuses({ company }: Props) {
  const { t } = useTranslation();
  return (
    <div className="card-foot wrap">
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
