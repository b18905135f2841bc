import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { OutcomeFigures, WayFigures } from "@/api/types";
import { type Column, declareTable } from "@/components/table/columns";
import { formatNumber, formatSpan } from "@/lib/dates";
import { paths } from "@/lib/paths";

import type { StepRow } from "./bottleneck";

type OutcomeRow = OutcomeFigures & { key: string; to: string };
type WayRow = WayFigures & { key: string };

/** Each step of a process: who stands there now, and how long it took in the period. */
export const stepTable = declareTable<StepRow>({
  name: "process-steps",
  rowKey: (row) => row.name,
  steps: false,
  skeletons: 5,
  columns: [
    { id: "step", header: "processes.columns.step", Cell: Step, width: 180, grow: true },
    { id: "open", header: "processes.columns.open", Cell: Open, width: 68, align: "end" },
    { id: "passed", header: "processes.columns.passed", Cell: Passed, width: 68, align: "end" },
    ...timesOf("whole", "processes.columns.whole", "processes.columns.wholeSlow"),
    ...timesOf("waiting", "processes.columns.waiting", "processes.columns.waitingSlow"),
    ...timesOf("handling", "processes.columns.handling", "processes.columns.handlingSlow", "low"),
    { id: "again", header: "processes.columns.again", Cell: Again, width: 104, align: "end" },
  ],
});

/** What was decided in each step, by people and by the clock. */
export const outcomeTable = declareTable<OutcomeRow>({
  name: "process-outcomes",
  rowKey: (row) => row.key,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "outcome", header: "processes.columns.outcome", Cell: Outcome, width: 140, grow: true },
    { id: "step", header: "processes.columns.step", Cell: OfStep, width: 140, narrow: "line" },
    { id: "number", header: "processes.columns.number", Cell: HowMany, width: 80, align: "end", narrow: "end" },
  ],
});

/** The commonest ways from the begin to the end, each with an example. */
export const wayTable = declareTable<WayRow>({
  name: "process-ways",
  rowKey: (row) => row.key,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "way", header: "processes.columns.way", Cell: Way, width: 200, grow: true },
    { id: "number", header: "processes.columns.number", Cell: HowMany, width: 80, align: "end" },
    { id: "median", header: "processes.columns.median", Cell: Median, width: 104, align: "end" },
    { id: "example", header: "processes.columns.example", Cell: Example, width: 108, align: "end" },
  ],
});

/** The median of a part of the time in a step, and what nine of ten took at most. */
function timesOf(part: keyof StepRow["median"], median: ParseKeys, slow: ParseKeys, priority?: "low"): Column<StepRow>[] {
  const of = (which: "median" | "slow") =>
    function Time({ row }: { row: StepRow }) {
      return spanOf(row[which][part]);
    };
  const shared = { align: "end", ...(priority && { priority }) } as const;
  return [
    { id: part, header: median, hint: "processes.columns.medianHint", Cell: of("median"), width: 104, ...shared },
    { id: `${part}_slow`, header: slow, hint: "processes.columns.slowHint", Cell: of("slow"), width: 88, ...shared },
  ];
}

function Step({ row }: { row: StepRow }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi className="strong">{row.title}</bdi> {row.isBottleneck && <span className="badge is-warning">{t("processes.bottleneck")}</span>}
    </>
  );
}

function Open({ row }: { row: StepRow }) {
  return formatNumber(row.open);
}

function Passed({ row }: { row: StepRow }) {
  return formatNumber(row.passed);
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
  return <bdi>{row.titles.join(" → ")}</bdi>;
}

function Example({ row }: { row: WayRow }) {
  const { t } = useTranslation();
  return <Link to={`${paths.history}?process=${row.example}`}>{t("processes.example", { id: row.example })}</Link>;
}

export const spanOf = (seconds: number | null): string => (seconds === null ? "–" : formatSpan(seconds));

function formatShare(share: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(share);
}
