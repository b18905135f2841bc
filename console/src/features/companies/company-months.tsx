import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useId } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CompanyMonth } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

const MOST_STARS = 5;
const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const monthAndYear = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** The published reviews by month, with the mean of their stars; as a table for screen readers. */
export function CompanyMonths({ id }: { id: number }) {
  const { t } = useTranslation();
  const title = useId();
  const months = useQuery(read("/api/company/{company_id}/months", { path: { company_id: id } }));
  const failure = useFailure(months);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.company.months")}</h2>
      </div>
      <div className="card-body stack">
        {months.data ? (
          months.data.some(({ reviews }) => reviews > 0) ? (
            <Chart of={months.data} />
          ) : (
            <p className="soft">{t("organisation.company.noMonths")}</p>
          )
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed
            title={t("organisation.company.monthsFailed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        )}
      </div>
    </section>
  );
}

function Chart({ of: months }: { of: readonly CompanyMonth[] }) {
  const { t } = useTranslation();
  const most = Math.max(...months.map(({ reviews }) => reviews));
  const at = (share: number) => ({ "--v": `${100 * share}%` }) as CSSProperties;
  return (
    <>
      <p className="meta">{t("organisation.company.monthsText")}</p>
      <div aria-hidden>
        <div className="plot">
          <b style={at(1)}>{formatNumber(most)}</b>
          {months.map(({ begins, reviews }, index) => (
            <i key={begins} className={index === months.length - 1 ? "now" : undefined} style={at(reviews / most)} />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            {linesOf(months).map((line) => (
              <polyline key={line} points={line} />
            ))}
          </svg>
        </div>
        <div className="axis axis-months meta">
          {months.map(({ begins }) => (
            <span key={begins}>{month.format(new Date(begins))}</span>
          ))}
        </div>
      </div>
      {/* no data table: the text of the chart, for screen readers alone */}
      <table className="sr">
        <thead>
          <tr>
            <th scope="col">{t("organisation.company.month")}</th>
            <th scope="col">{t("organisation.company.number")}</th>
            <th scope="col">{t("organisation.company.mean")}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ begins, reviews, rating }) => (
            <tr key={begins}>
              <th scope="row">{monthAndYear.format(new Date(begins))}</th>
              <td>{formatNumber(reviews)}</td>
              <td>{rating === null ? "–" : formatNumber(rating)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The line of the mean stars, in its parts: a month without stars interrupts it. A month alone is a short line. */
function linesOf(months: readonly CompanyMonth[]): string[] {
  const parts: (readonly [x: number, y: number])[][] = [[]];
  months.forEach(({ rating }, index) => {
    if (rating === null) parts.push([]);
    else parts.at(-1)?.push([(100 * (index + 0.5)) / months.length, 100 * (1 - rating / MOST_STARS)]);
  });
  return parts.flatMap(([first, ...others]) => {
    if (!first) return [];
    const [x, y] = first;
    const points = others.length > 0 ? [first, ...others] : [[x - 3, y] as const, [x + 3, y] as const];
    return points.map((point) => point.map((place) => place.toFixed(2)).join(",")).join(" ");
  });
}
