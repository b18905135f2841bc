import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyMonth, CompanyReport } from "@/api/types";
import type { Series } from "@/components/chart/series";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesLegend } from "@/components/chart/series-legend";
import { Stars } from "@/components/desk/stars";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { RATINGS } from "@/lib/ratings";

import { wholeTicks } from "./whole-ticks";

/** The bars' axis is this many times the highest bar, so that they stay below the line. */
const ROOM = 2;

const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const monthAndYear = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** The rating of a company: now, by stars, and by the month in which reviews were received. */
export function CompanyMonths({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const title = useId();
  const { months } = company;
  const series = useSeries(months);
  const most = Math.max(...months.map(({ received }) => received));
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.company.months")}</h2>
        <span className="end" />
        <SeriesLegend of={series} />
      </div>
      <div className="card-body company-rating">
        <Spread company={company} />
        {most > 0 ? (
          <SeriesChart
            label={t("organisation.company.monthsText")}
            categoryName={t("organisation.company.month")}
            categories={months.map(({ begins }, index, { length }) => ({
              key: begins,
              label: monthAndYear.format(new Date(begins)),
              tick: month.format(new Date(begins)).replace("Sept", "Sep"),
              isCurrent: index === length - 1,
            }))}
            series={series}
            axes={{ start: { from: 1, to: 5 }, end: { to: ROOM * most, ticks: wholeTicks(most) } }}
          />
        ) : (
          <p className="soft">{t("organisation.company.noMonths")}</p>
        )}
      </div>
    </section>
  );
}

function useSeries(months: readonly CompanyMonth[]): Series[] {
  const { t } = useTranslation();
  return [
    { name: t("organisation.company.received"), draw: "bars", values: months.map(({ received }) => received), tone: "light", axis: "end" },
    { name: t("organisation.company.number"), draw: "bars", values: months.map(({ reviews }) => reviews), axis: "end" },
    { name: t("organisation.company.mean"), draw: "line", values: months.map(({ rating }) => rating), tone: "accent" },
  ];
}

/** The mean of all published reviews, and how many there are by stars. */
function Spread({ company: { id, rating, by_stars: counted, ageing, months } }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const opens = useCan()("moderation");
  const published = counted.reduce((sum, { reviews }) => sum + reviews, 0);
  const waiting = ageing.reduce((sum, line) => sum + line.waiting, 0);
  const of = (stars: number) => counted.find((line) => line.rating === stars)?.reviews ?? 0;
  const most = Math.max(1, ...RATINGS.map(of));
  return (
    <div className="stack-s">
      {rating === null ? (
        <p className="strong">{t("work.company.unrated", { count: published, number: formatNumber(published) })}</p>
      ) : (
        <b className="figure">{rating.toFixed(1)}</b>
      )}
      <p className="meta">
        {[t("organisation.company.published", { count: published }), t("organisation.company.waiting", { count: waiting })].join(", ")}
        <br />
        {t("organisation.company.thisMonth", { count: months.at(-1)?.received ?? 0 })}
      </p>
      <ul className="spread">
        {RATINGS.map((stars) => (
          <li key={stars}>
            <Stars rating={stars} />
            <span>
              <i className="hbar" style={{ inlineSize: `${(100 * of(stars)) / most}%` }} />
            </span>
            {opens && of(stars) > 0 ? (
              <Link className="n plain leads" to={`${paths.companyReviews(id)}?status=published&rating=${stars}`}>
                {formatNumber(of(stars))}
              </Link>
            ) : (
              <span className={of(stars) > 0 ? "n" : "n dim"}>{formatNumber(of(stars))}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
