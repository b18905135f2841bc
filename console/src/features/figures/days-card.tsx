import { Info } from "lucide-react";
import { useId } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { DashboardFigures, Emptied } from "@/api/types";
import type { Category, Series } from "@/components/chart/series";
import { SeriesChart } from "@/components/chart/series-chart";
import { SeriesLegend } from "@/components/chart/series-legend";
import { Disclosure } from "@/components/ui/disclosure";
import { formatDeskDay, formatDeskDayInFull, formatNumber } from "@/lib/dates";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";

const HEIGHT_PX = 200;
const MONDAY = 1;
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const NEAR = 3; // days within which a tick would overlap today's
const round = (value: number): number => Math.round(value);

/** Arrivals and decisions of the last two weeks by day. Head moderators also see the forecast of the next days. */
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
        {!isForecast && <Counted />}
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
      {isForecast && <Foot figures={figures} />}
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
  const ahead = expected.slice(1); // the first forecast is today's, which `past` contains too
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
  // today's forecast is never below today's number so far
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

/** When the first queue will be empty. */
function Foot({ figures }: { figures: DashboardFigures | undefined }) {
  const main = figures?.queues.find(({ queue }) => queue === figures.stars?.queue);
  return (
    <div className={`card-foot soft ${css.foot}`}>
      <p>
        {main?.emptied && <Forecast queue={main.queue} of={main.emptied} />} <Unusual figures={figures} />
      </p>
      <span className="end" />
      <Counted />
    </div>
  );
}

/** The legend of what the chart counts. */
function Counted() {
  const { t } = useTranslation();
  return (
    <Disclosure label={t("figures.days.what")} icon={Info} className="at-end">
      <p className={css.what}>{t("figures.days.counted")}</p>
    </Disclosure>
  );
}

function Forecast({ queue: name, of }: { queue: string; of: Emptied }) {
  const { t } = useTranslation();
  const queue = useTitles().queue(name);
  const phrase = phraseOf(of);
  if (phrase === null) return null;
  if (phrase === "tooLittle") return t("figures.days.tooLittle");
  const day = (at: string | null, format = formatDeskDay) => (at ? format(at) : "");
  const values = { queue, days: of.days, growth: formatNumber(round(of.growth)), day: day(of.day, formatDeskDayInFull), soonest: day(of.soonest), latest: day(of.latest) };
  return <Trans i18nKey={`figures.days.${phrase}`} values={values} components={{ b: <strong /> }} />;
}

/** What arrived today, if it is more than on nine of ten such days: the rate of weeks does not show it. */
function Unusual({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const [today, usual] = [figures?.days.at(-1), figures?.expected[0]];
  if (!today || !usual || today.arrived <= usual.arrived.high) return null;
  const values = { arrived: formatNumber(today.arrived), usual: formatNumber(round(usual.arrived.value)), weekday: weekday.format(new Date(usual.day)) };
  return t("figures.days.unusual", values);
}

function phraseOf({ when, day, soonest, latest, growth }: Emptied) {
  if (when === "unknown") return "tooLittle";
  if (when === "parked") return null;
  if (when === "later") return "later";
  if (when === "never") return round(growth) === 0 ? "stays" : "never";
  if (!day || !soonest) return null;
  return latest ? "between" : "notBefore";
}
