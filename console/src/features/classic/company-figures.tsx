import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { StatusDot } from "@/components/desk/status-dot";
import { Figures } from "@/components/organisation/figures";
import { DataTable } from "@/components/table/data-table";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Icon } from "@/components/ui/icon";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";
import { useAtLeast } from "@/lib/use-media";
import { useAge } from "@/lib/use-moment";

import styles from "./classic.module.css";
import { shareOf } from "./share-of";
import { linesOf, starTable } from "./star-columns";

interface Props {
  /** Undefined while it is on its way. */
  company: CompanyReport | undefined;
}

const OF_REQUESTS = ["requests", "refused", "share"];

/** The figures of a company: status, waiting time and restriction requests, by stars in one table. */
export function CompanyFigures({ company }: Props) {
  const { t } = useTranslation();
  const requests = company?.requests.requests ? company.requests : undefined;
  const byStars = useTable(starTable, waitingFor(company && linesOf(company)), { without: requests ? [] : OF_REQUESTS });
  const figure = (value: string | undefined, name: string) =>
    [company ? (value ?? t("classic.company.nothing")) : <Skeleton width="48px" />, name] as const;
  const ageOf = useAge();
  const isPhone = !useAtLeast("sm");
  const [isOpen, setOpen] = useState(false);
  const waiting = (company?.ageing ?? []).reduce((sum, line) => sum + line.waiting, 0);
  const [oldest] = (company?.ageing ?? []).map((line) => line.oldest_at).sort();
  const stars = (
    <>
      <DataTable of={byStars} label={t("classic.company.byStars")} failed={t("classic.company.failed")} empty={null} />
      {company && company.requests.open > 0 && (
        <p className="card-body meta">{t("classic.company.waitingRequests", { count: company.requests.open })}</p>
      )}
    </>
  );
  return (
    <>
      <div className={styles.overview}>
        <Figures
          of={[
            figure(company?.rating?.toFixed(1), t("classic.company.rating")),
            figure(company && formatNumber(company.reviews), t("classic.company.reviews", { count: company?.reviews ?? 0 })),
            requests ? figure(formatNumber(requests.requests), t("classic.company.requests", { count: requests.requests })) : null,
            requests ? figure(shareOf(requests.refused_share), t("classic.company.refused")) : null,
          ]}
        />
        <Statuses company={company} />
      </div>
      {isPhone ? (
        <details className={`card ${styles.fold} ${styles.stars}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="card-head">
            <h2>{t("classic.company.byStars")}</h2>
            {company && (
              <span className="meta dot">
                {oldest ? t("classic.company.waiting", { number: formatNumber(waiting), age: ageOf(oldest) }) : t("classic.company.noneWaiting")}
              </span>
            )}
            <span className="end" />
            <Icon of={ChevronDown} />
          </summary>
          {isOpen && stars}
        </details>
      ) : (
        <section className={`card ${styles.stars}`}>
          <div className="card-head">
            <h2>{t("classic.company.byStars")}</h2>
            <span className="end" />
            <span className="meta">{t("classic.company.fair")}</span>
          </div>
          {stars}
        </section>
      )}
    </>
  );
}

/** How many stand where; each leads to those reviews in the list below. */
function Statuses({ company }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.statuses}>
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
      {company?.requests.requests === 0 && <span className="meta">{t("classic.company.noRequests")}</span>}
    </div>
  );
}
