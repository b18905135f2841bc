import type { ParseKeys } from "i18next";
import { TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { OutcomeFigures, WayFigures } from "@/api/types";
import { type Column, declareTable } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { formatNumber, formatSpan } from "@/lib/dates";
import { paths } from "@/lib/paths";

import type { StepRow } from "./lost-time";
import styles from "./processes.module.css";

type OutcomeRow = OutcomeFigures & { key: string; to: string };
/** `share`: of all processes that ended in the period. */
type WayRow = WayFigures & { key: string; share: number };

/** Each step of a process: the items in it now, and the time it took in the period. */
export const stepTable = declareTable<StepRow>({
  name: "process-steps",
  rowKey: (row) => row.name,
  steps: false,
  skeletons: 5,
  columns: [
    { id: "step", header: "processes.columns.step", Cell: Step, width: 224, grow: true },
    { id: "open", header: "processes.columns.open", Cell: Open, width: 64, align: "end", wide: 112, narrow: "line", Line: OpenNow },
    { id: "overdue", header: "processes.columns.overdue", Cell: Overdue, width: 80, align: "end", wide: 128, narrow: "line", Line: OverdueNow },
    ...timesOf("waiting", "processes.columns.waiting", "processes.columns.waitingSlow"),
    ...timesOf("handling", "processes.columns.handling", "processes.columns.handlingSlow", "low"),
    { id: "again", header: "processes.columns.again", Cell: Again, width: 104, align: "end", wide: 152, priority: "low" },
    { id: "lost", header: "processes.columns.lost", Cell: Lost, width: 136, align: "end", wide: 216, narrow: "end", Line: LostOfAll },
  ],
});

/** The outcomes of each step, chosen by people and by timers. */
export const outcomeTable = declareTable<OutcomeRow>({
  name: "process-outcomes",
  rowKey: (row) => row.key,
  steps: false,
  skeletons: 10,
  columns: [
    { id: "outcome", header: "processes.columns.outcome", Cell: Outcome, width: 140 },
    { id: "step", header: "processes.columns.step", Cell: OfStep, width: 140, grow: true, narrow: "line" },
    { id: "number", header: "processes.columns.number", Cell: HowMany, width: 80, align: "end", narrow: "end" },
  ],
});

/** The most frequent paths from start to end, each with an example. */
export const wayTable = declareTable<WayRow>({
  name: "process-ways",
  rowKey: (row) => row.key,
  steps: false,
  skeletons: 10,
  columns: [
    { id: "way", header: "processes.columns.way", Cell: Way, width: 200, grow: true },
    { id: "number", header: "processes.columns.number", Cell: HowMany, width: 80, align: "end", narrow: "line", Line: Went },
    { id: "share", header: "processes.columns.share", Cell: Share, width: 72, align: "end", narrow: "line" },
    { id: "median", header: "processes.columns.median", Cell: Median, width: 104, align: "end", narrow: "line", Line: Took },
    { id: "example", header: "processes.columns.example", Cell: Example, width: 108, align: "end", narrow: "end" },
  ],
});

/** The median and the 90th percentile of one part of the time in a step. */
function timesOf(part: keyof StepRow["median"], median: ParseKeys, slow: ParseKeys, priority?: "low"): Column<StepRow>[] {
  const of = (which: "median" | "slow") =>
    function Time({ row }: { row: StepRow }) {
      return spanOf(row[which][part]);
    };
  const shared = { align: "end", wide: 152, ...(priority && { priority }) } as const;
  return [
    { id: part, header: median, hint: "processes.columns.medianHint", Cell: of("median"), width: 108, ...shared, ...(!priority && { narrow: "last", Line: Waits }) },
    { id: `${part}_slow`, header: slow, hint: "processes.columns.slowHint", Cell: of("slow"), width: 108, ...shared },
  ];
}

function Step({ row }: { row: StepRow }) {
  const { t } = useTranslation();
  return (
    <span className="row">
      <bdi className="strong cut">{row.title}</bdi>
      {row.isBottleneck && (
        <>
          <span className={styles.short} title={t("processes.bottleneck")}>
            <Icon of={TriangleAlert} className={styles.sign} />
          </span>
          <span className={`badge is-warning ${styles.bottleneck}`}>{t("processes.bottleneck")}</span>
        </>
      )}
    </span>
  );
}

/** Median and 90th percentile of the waiting time, for a phone. */
function Waits({ row: { median, slow } }: { row: StepRow }) {
  const { t } = useTranslation();
  return median.waiting !== null && <span className="meta">{t("processes.waits", { median: spanOf(median.waiting), slow: spanOf(slow.waiting) })}</span>;
}

function Open({ row }: { row: StepRow }) {
  return formatNumber(row.open);
}

function OpenNow({ row }: { row: StepRow }) {
  return useTranslation().t("processes.now", { number: formatNumber(row.open) });
}

function Overdue({ row }: { row: StepRow }) {
  return row.overdue > 0 ? <span className="sla sla-over">{formatNumber(row.overdue)}</span> : <span className="dim">0</span>;
}

function OverdueNow({ row }: { row: StepRow }) {
  const { t } = useTranslation();
  return row.overdue > 0 && <span className="sla sla-over">{t("processes.overdue", { number: formatNumber(row.overdue) })}</span>;
}

function Lost({ row }: { row: StepRow }) {
  return (
    <span className={styles.lost} data-bottleneck={row.isBottleneck || undefined}>
      <span className={styles.bar}>
        <span style={{ inlineSize: formatShare(row.lost) }} />
      </span>
      <bdi>{row.lost > 0 ? formatShare(row.lost) : "–"}</bdi>
    </span>
  );
}

function LostOfAll({ row }: { row: StepRow }) {
  const { t } = useTranslation();
  return row.lost > 0 && t("processes.lostOfAll", { share: formatShare(row.lost) });
}

function Again({ row }: { row: StepRow }) {
  return row.passed > 0 ? formatShare(row.again / row.passed) : "–";
}

function Median({ row }: { row: { median: number | null } }) {
  return spanOf(row.median);
}

function Outcome({ row }: { row: OutcomeRow }) {
  return (
    <Link className="plain" to={row.to}>
      <bdi className="strong">{row.label}</bdi>
    </Link>
  );
}

function OfStep({ row }: { row: OutcomeRow }) {
  return <bdi>{row.step_title}</bdi>;
}

function HowMany({ row }: { row: { number: number } }) {
  return formatNumber(row.number);
}

function Way({ row }: { row: WayRow }) {
  return (
    <span className={styles.way}>
      {row.titles.map((title, place) => (
        <Fragment key={place}>
          {place > 0 && <span className="dim"> → </span>}
          <bdi>{title}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

function Went({ row }: { row: WayRow }) {
  return useTranslation().t("processes.went", { count: row.number, number: formatNumber(row.number) });
}

function Took({ row }: { row: WayRow }) {
  return useTranslation().t("processes.took", { median: spanOf(row.median) });
}

function Share({ row }: { row: WayRow }) {
  return formatShare(row.share);
}

function Example({ row }: { row: WayRow }) {
  const { t } = useTranslation();
  return <Link to={`${paths.history}?process=${row.example}`}>{t("processes.example", { id: row.example })}</Link>;
}

export const spanOf = (seconds: number | null): string => (seconds === null ? "–" : formatSpan(seconds));

export function formatShare(share: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(share);
}
