import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { AgesByStars } from "@/api/types";
import { ShareBar, ShareLegend, type ShareTone } from "@/components/chart/share-bar";
import { Stars } from "@/components/desk/stars";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { formatNumber, formatSpan } from "@/lib/dates";
import { useTitles } from "@/lib/use-titles";

import type { Figures } from "./use-figures";

interface Cell {
  row: AgesByStars;
}

const PARTS = [
  { key: "under4", tone: "light" },
  { key: "to12", tone: "plain" },
  { key: "to24", tone: "dark" },
  { key: "longer", tone: "danger" },
] as const satisfies readonly { key: string; tone: ShareTone }[];

const agesTable = declareTable<AgesByStars>({
  name: "dashboard-ages",
  rowKey: ({ rating }) => rating ?? 0,
  skeletons: 5,
  steps: false,
  columns: [
    { id: "stars", header: "figures.ages.stars", Cell: Rating, width: 84 },
    { id: "ages", header: "figures.ages.ages", Cell: AgesBar, width: 68, grow: true, quietHeader: true, priority: "low" },
    { id: "open", header: "figures.ages.open", Cell: Open, width: 52, align: "end" },
    { id: "over", header: "figures.ages.overDay", Cell: OverDay, width: 84, align: "end" },
    { id: "median", header: "figures.ages.median", Cell: Median, width: 76, align: "end" },
  ],
});

/** The age of the first queue's open items by stars: do some wait longer than others? */
export function AgesCard({ query }: { query: Figures }) {
  const { t } = useTranslation();
  const title = useId();
  const titles = useTitles();
  const stars = query.data?.stars;
  const table = useTable(agesTable, useWhole(query, stars?.ages));
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("figures.ages.title")}</h2>
        {stars && <span className="meta">{titles.queue(stars.queue)}</span>}
      </div>
      <DataTable
        of={table}
        label={t("figures.ages.title")}
        failed={t("figures.failed")}
        empty={<p className="card-body dim">{t("figures.ages.none")}</p>}
      />
      {table.columns.some(({ id }) => id === "ages") && (
        <div className="card-foot">
          <ShareLegend of={PARTS.map(({ key, tone }) => ({ tone, name: t(`figures.ages.parts.${key}`) }))} />
        </div>
      )}
    </section>
  );
}

function Rating({ row: { rating } }: Cell) {
  const { t } = useTranslation();
  return rating === null ? <span className="soft">{t("figures.ages.without")}</span> : <Stars rating={rating} />;
}

function AgesBar({ row: { ages } }: Cell) {
  const { t } = useTranslation();
  const parts = PARTS.map(({ key, tone }, index) => {
    const value = ages[index] ?? 0;
    return { tone, value, name: `${formatNumber(value)} ${t(`figures.ages.parts.${key}`)}` };
  });
  return <ShareBar parts={parts} />;
}

function Open({ row }: Cell) {
  return formatNumber(row.open);
}

function OverDay({ row: { ages } }: Cell) {
  const over = ages.at(-1) ?? 0;
  return over > 0 ? <span className="sla-over">{formatNumber(over)}</span> : <span className="dim">0</span>;
}

function Median({ row }: Cell) {
  return <bdi>{formatSpan(row.median_seconds, true)}</bdi>;
}
