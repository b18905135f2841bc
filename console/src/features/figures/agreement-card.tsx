import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DashboardFigures } from "@/api/types";
import { BoxPlot } from "@/components/chart/box-plot";
import { SeriesChart } from "@/components/chart/series-chart";
import { LEAST_CHECKED, WANTED } from "@/lib/agreement";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

const HEIGHT_PX = 132;
const LEAST_MONTHS = 3; // with fewer months, each gets a line of its own, because a chart would show single points
const LEAST = 0.8; // the axis begins here, unless a month is lower
const short = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const name = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const full = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

type AgreementMonth = NonNullable<DashboardFigures["agreement"]>[number];

/** How often the second person decided like the first, by month. */
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
        {figures && months.length === 0 ? (
          <p className="dim">{t("figures.agreed.none")}</p>
        ) : figures && months.length < LEAST_MONTHS ? (
          <Months of={months} />
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

/** A line for each month, from 0 to 100 %, and the value of the last one. */
function Months({ of }: { of: readonly AgreementMonth[] }) {
  const { t } = useTranslation();
  const rows = of.map(({ month, checked, agreed, low, high }) => ({
    key: month,
    name: full.format(new Date(month)),
    head: `${short.format(new Date(month))} ${percent(agreed / checked)}`,
    median: agreed / checked,
    low,
    high,
    mark: WANTED,
  }));
  const last = of.at(-1);
  return (
    <div className="stack-s">
      <BoxPlot
        label={t("figures.agreed.label")}
        rowName={t("figures.agreed.month")}
        names={[t("figures.agreed.share"), t("figures.agreed.band"), t("figures.agreed.wanted")]}
        rows={rows}
        isWanted
        axis={{ scale: "linear", from: 0, to: 1, ticks: [0, 0.5, 1], format: percent }}
      />
      {last && (
        <p className="soft">
          {t("figures.agreed.sentence", { agreed: formatNumber(last.agreed), checked: formatNumber(last.checked), month: name.format(new Date(last.month)) })}{" "}
          {t(last.checked < LEAST_CHECKED ? "figures.agreed.tooFew" : "figures.agreed.interval", { low: percent(last.low), high: percent(last.high) })}{" "}
          <span className="meta">{t("figures.agreed.dashed", { share: percent(WANTED) })}</span>
        </p>
      )}
    </div>
  );
}
