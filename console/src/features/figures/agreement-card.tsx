import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DashboardFigures } from "@/api/types";
import { SeriesChart } from "@/components/chart/series-chart";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

const HEIGHT_PX = 132;
const LEAST_MONTHS = 3; // of fewer the figures are said: points are no line
const LEAST = 0.8; // the axis begins there, unless a month is below it
const short = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const full = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** How often a second person decided as the first, by month. */
export function AgreementCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  const months = figures?.agreement ?? [];
  const from = Math.min(LEAST, ...months.map(({ low }) => Math.floor(low * 10) / 10));
  return (
    <section className="card" aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("figures.agreed.title")}</h2>
        <span className="meta">{t("figures.agreed.text")}</span>
        <span className="end" />
        <Link to={paths.quality}>{t("figures.agreed.details")}</Link>
      </div>
      <div className="card-body">
        {figures && months.length < LEAST_MONTHS ? (
          months.length === 0 ? (
            <p className="dim">{t("figures.agreed.none")}</p>
          ) : (
            <ul className="stack-s">
              {months.map(({ month, checked, agreed, low, high }) => (
                <li key={month}>
                  {t("figures.agreed.sentence", {
                    month: full.format(new Date(month)),
                    share: percent(agreed / checked),
                    agreed: formatNumber(agreed),
                    checked: formatNumber(checked),
                    low: percent(low),
                    high: percent(high),
                  })}
                </li>
              ))}
            </ul>
          )
        ) : (
          <SeriesChart
            label={t("figures.agreed.label")}
            categoryName={t("figures.agreed.month")}
            height={HEIGHT_PX}
            axes={{ start: { from, to: 1, ticks: 2, format: percent } }}
            categories={months.map(({ month }, index) => ({
              key: month,
              label: full.format(new Date(month)),
              tick: short.format(new Date(month)),
              isCurrent: index === months.length - 1,
            }))}
            series={[
              {
                name: t("figures.agreed.share"),
                draw: "line",
                values: months.map(({ checked, agreed }) => agreed / checked),
                band: { name: t("figures.agreed.band"), ranges: months.map(({ low, high }) => [low, high] as const) },
              },
            ]}
          />
        )}
      </div>
    </section>
  );
}
