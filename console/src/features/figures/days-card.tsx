import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { DashboardFigures, Emptied } from "@/api/types";
import type { Category, Series } from "@/components/chart/series";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesLegend } from "@/components/chart/series-legend";
import { formatDeskDay, formatDeskDayInFull, formatNumber } from "@/lib/dates";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";

const HEIGHT_PX = 200;
const MONDAY = 1;
const NEAR = 3; // days whose ticks would touch that of today
const round = (value: number): number => Math.round(value);

/** Arrivals and decisions of the last two weeks, a day each. Heads also see what is expected of the next days. */
export function DaysCard({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  const isForecast = useCan()("head_moderator");
  const { categories, series } = chartOf(figures, isForecast, {
    today: t("figures.days.today"),
    arrived: t("figures.days.arrived"),
    decided: t("figures.days.decided"),
    band: t("figures.days.band"),
  });
  return (
    <section className="card" aria-labelledby={title} aria-busy={!figures}>
      <div className="card-head">
        <h2 id={title}>{t("dashboard.cards.days")}</h2>
        <span className="end" />
        <SeriesLegend of={series} {...(isForecast && { expected: t("figures.days.expected"), soFar: t("figures.days.soFar") })} />
      </div>
      <div className="card-body">
        <SeriesChart
          label={t("figures.days.label")}
          categoryName={t("figures.days.day")}
          categories={categories}
          series={series}
          height={HEIGHT_PX}
        />
      </div>
      <Foot figures={figures} isForecast={isForecast} />
    </section>
  );
}

interface Names {
  today: string;
  arrived: string;
  decided: string;
  band: string;
}

function chartOf(figures: DashboardFigures | undefined, isForecast: boolean, names: Names): { categories: Category[]; series: Series[] } {
  const past = figures?.days ?? [];
  const expected = isForecast ? (figures?.expected ?? []) : [];
  const ahead = expected.slice(1); // the first of them is today, as is the last of the past
  const isoDays = [...past.map(({ day }) => day), ...ahead.map(({ day }) => day)];
  const today = past.length - 1;
  const categories = isoDays.map((day, index) => {
    const isMonday = new Date(day).getUTCDay() === MONDAY && Math.abs(index - today) > NEAR;
    const tick = index === today ? names.today : isMonday ? formatDeskDay(day) : undefined;
    return { key: day, label: formatDeskDayInFull(day), isCurrent: index === today, ...(tick && { tick }) };
  });
  const measured = (of: (day: (typeof past)[number]) => number) => [...past.map(of), ...ahead.map(() => null)];
  const coming = <T,>(of: (day: (typeof expected)[number], soFar: (typeof past)[number] | undefined) => T) => [
    ...past.slice(1).map(() => null),
    ...expected.map((day, index) => of(day, index === 0 ? past.at(-1) : undefined)),
  ];
  // today no fewer than there are already
  const atLeast = (value: number, soFar: number | undefined) => Math.max(round(value), soFar ?? 0);
  const isKnown = expected.length > 0;
  return {
    categories,
    series: [
      {
        name: names.decided,
        draw: "bars",
        values: measured(({ decided }) => decided),
        ...(isKnown && { expected: coming(({ decided }, soFar) => atLeast(decided.value, soFar?.decided)) }),
      },
      {
        name: names.arrived,
        draw: "line",
        values: measured(({ arrived }) => arrived),
        ...(isKnown && {
          expected: coming(({ arrived }, soFar) => atLeast(arrived.value, soFar?.arrived)),
          band: {
            name: names.band,
            ranges: coming(({ arrived: { low, high } }, soFar) => [atLeast(low, soFar?.arrived), atLeast(high, soFar?.arrived)] as const),
          },
        }),
      },
    ],
  };
}

/** When the first queue is empty, how much was decided in batches, and what the chart counts. */
function Foot({ figures, isForecast }: { figures: DashboardFigures | undefined; isForecast: boolean }) {
  const { t } = useTranslation();
  const batched = figures?.days.reduce((sum, day) => sum + day.batched, 0) ?? 0;
  const main = figures?.queues.find(({ queue }) => queue === figures.stars?.queue);
  return (
    <div className={`card-foot stack-s ${css.foot}`}>
      {(isForecast || batched > 0) && (
        <p className="soft">
          {main?.emptied && <Forecast queue={main.queue} of={main.emptied} />}{" "}
          {batched > 0 && t("figures.days.batched", { count: batched, shown: formatNumber(batched) })}
        </p>
      )}
      <p className="meta">{t("figures.days.counted")}</p>
    </div>
  );
}

function Forecast({ queue: name, of: { when, day, soonest, latest, growth } }: { queue: string; of: Emptied }) {
  const { t } = useTranslation();
  const queue = useTitles().queue(name);
  if (when === "unknown") return t("figures.days.tooLittle");
  if (when === "later") return t("figures.days.notSoon", { queue });
  if (when === "never" && round(growth) === 0) return t("figures.days.stays", { queue });
  if (when === "never") return t("figures.days.never", { queue, growth: formatNumber(round(growth)) });
  if (!day || !soonest) return null;
  const range = { soonest: formatDeskDay(soonest), latest: latest ? formatDeskDay(latest) : "" };
  return (
    <>
      <strong>{t("figures.days.empty", { queue, day: formatDeskDayInFull(day) })}</strong>
      {t(latest ? "figures.days.between" : "figures.days.notBefore", range)}
    </>
  );
}
