import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { Graph, ProcessFigures } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { Figures } from "@/components/organisation/figures";
import { ExportButton } from "@/components/table/export-button";
import type { TableFile } from "@/components/table/use-export";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Icon } from "@/components/ui/icon";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { TabLink } from "@/components/ui/tabs";
import { fetchExport } from "@/features/history/calls";
import historyStyles from "@/features/history/history.module.css";
import { type MiningFormat, MiningFiles } from "@/features/history/mining-files";
import { Period } from "@/features/history/period";
import { EVERYTHING, readView, type View, writeView } from "@/features/history/view";
import { ProcessGraph } from "@/features/process/process-graph";
import { graphQuery } from "@/features/process/use-process";
import { waysTaken } from "@/features/process/way-taken";
import { clock } from "@/lib/clock";
import { formatNumber, formatShortDay } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { intoMiddle } from "@/lib/into-sight";
import { paths } from "@/lib/paths";
import { dayBefore, type Days, LATELY, periodOf } from "@/lib/period";
import { useAddress } from "@/lib/use-address";
import { useAtLeast, useMedia } from "@/lib/use-media";
import { addWords } from "@/lib/words";
import { history } from "@/lib/words/en/history";
import { processes } from "@/lib/words/en/processes";

import { formatShare, outcomeTable, spanOf, stepTable, wayTable } from "./columns";
import { FiguresCard } from "./figures-card";
import { byLostTime, type StepRow } from "./lost-time";
import styles from "./processes.module.css";

addWords({ history, processes });

const ONE_COLUMN = "(max-width: 959px)"; // the same limit as in narrow.css
const COMMONEST = 10; // outcomes shown at first
const list = new Intl.ListFormat("en-GB");

/** An address without a kind redirects to the first process. */
export function FirstProcess() {
  const [first] = useDesk().kinds;
  return first && <Navigate to={paths.process(first.kind)} replace />;
}

/** A process: its graph, the items in each step, and the times, outcomes and paths of a period. For admins. */
export function ProcessPage() {
  const { t } = useTranslation();
  const kind = useParams().kind ?? "";
  const [params, replaceParams] = useAddress();
  const { from, to } = readView(params);
  const view: View = { ...EVERYTHING, kind, from, to };
  const change = (part: Partial<View>) => replaceParams(writeView({ ...EVERYTHING, from, to, ...part }));
  const found = useQuery({
    ...read("/api/processes/{kind}/figures", { path: { kind }, query: periodOf({ from, to }) }),
    // keep the figures of another period, never those of another process
    placeholderData: (before) => (before?.kind === kind ? before : undefined),
  });
  const failure = useFailure(found);
  const { data } = found;
  const graph = useQuery(graphQuery(kind));
  const desk = useDesk();
  const rows = useMemo(() => data && byLostTime(data.steps), [data]);
  const skeletons = graph.data?.nodes.filter(isStep).length ?? stepTable.skeletons;
  const steps = useTable({ ...stepTable, skeletons }, useWhole(found, rows));
  const link = (outcome: string) => `${paths.history}?${writeView({ ...view, action: "", outcome })}`;
  const isWide = useAtLeast("sm");
  const [whole, setWhole] = useState(false);
  const outcomes = useTable(
    outcomeTable,
    useWhole(found, data?.outcomes.slice(0, whole ? undefined : COMMONEST).map((row) => ({ ...row, key: `${row.step} ${row.outcome} ${row.label}`, to: link(row.outcome) }))),
  );
  const ways = useTable(wayTable, useWhole(found, data?.ways.map((row) => ({ ...row, key: row.nodes.join(" "), share: row.number / data.ended }))));
  const isOneColumn = useMedia(ONE_COLUMN);
  const files = (
    <div className="end">
      <MiningFiles name={kind} fetch={(format: MiningFormat) => () => fetchExport(view, format)}>
        <ExportButton label={t("processes.bpmn")} hint={t("processes.bpmnHint")} name={kind} format="bpmn" fetch={() => fetchBpmn(kind)} />
      </MiningFiles>
    </div>
  );
  if (!data && failure.error !== null)
    return (
      <div className="page">
        <LoadFailed title={t("processes.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
      </div>
    );
  return (
    <>
      <PageHead
        title={desk.kinds.find((one) => one.kind === kind)?.title ?? data?.title ?? t("navigation.process")}
        facts={[
          t(isWide ? "processes.fact" : "processes.days", daysOf(data ?? asked({ from, to }))),
          data?.is_part && t("processes.part", { number: formatNumber(data.begun) }),
        ]}
      />
      <div className="page stack" aria-busy={found.isPending}>
        <div className={historyStyles.head}>
          <Kinds />
          <Period from={from} to={to} onChange={change} />
          {isOneColumn && files}
        </div>
        <div className={historyStyles.period}>
          <Summary figures={data} isWide={isWide} />
          {!isOneColumn && files}
        </div>
        {!graph.isError && <Drawing key={kind} graph={graph.data} edges={data?.edges} steps={rows} />}
        <FiguresCard title={t("processes.steps")} hint={t("processes.stepsHint")} of={steps}>
          {rows && <MenuCounts steps={rows} />}
        </FiguresCard>
        <div className={styles.pair}>
          <FiguresCard title={t("processes.ways")} of={ways}>
            <p className="card-foot">
              <Link to={`${paths.history}?${writeView(view)}`}>{t("processes.entries")}</Link>
            </p>
          </FiguresCard>
          <FiguresCard title={t("processes.outcomes")} of={outcomes}>
            {data && data.outcomes.length > COMMONEST && !whole && (
              <p className="card-foot">
                <button type="button" className="as-link" onClick={() => setWhole(true)}>
                  {t("processes.all", { count: data.outcomes.length })}
                </button>
              </p>
            )}
          </FiguresCard>
        </div>
      </div>
    </>
  );
}

/** Links to all processes, with the same period. */
function Kinds() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const shown = useParams().kind;
  return (
    <nav className="tabs" aria-label={t("navigation.processes")}>
      {useDesk().kinds.map(({ kind, title }) => (
        <TabLink key={kind} to={{ pathname: paths.process(kind), search }} isCurrent={kind === shown}>
          {title}
        </TabLink>
      ))}
    </nav>
  );
}

/** The figures of the period; each has its place before it is there. */
function Summary({ figures, isWide }: { figures: ProcessFigures | undefined; isWide: boolean }) {
  const { t } = useTranslation();
  const shown = (of: (figures: ProcessFigures) => string) => (figures ? of(figures) : <Skeleton width="56px" />);
  return (
    <div className={styles.figures}>
      <Figures
        of={[
          [shown(({ begun }) => formatNumber(begun)), t("processes.begun")],
          [shown(({ ended }) => formatNumber(ended)), t("processes.ended")],
          [shown(({ steps }) => formatNumber(steps.reduce((sum, { open }) => sum + open, 0))), t("processes.open")],
          [shown(({ median }) => spanOf(median)), t(isWide ? "processes.median" : "processes.medianShort")],
          [shown(({ slow }) => spanOf(slow)), t("processes.slow")],
        ]}
      />
    </div>
  );
}

/** A step in which items stand, and of which there are figures. */
const isStep = ({ type }: Graph["nodes"][number]) => type === "task" || type === "hold";

const NO_TEXT = "\u00a0"; // the place of a note that is loading
const NO_EDGES: ProcessFigures["edges"] = [];
const NO_STEPS: readonly StepRow[] = [];

interface DrawingProps {
  /** Undefined while loading. */
  graph: Graph | undefined;
  edges: ProcessFigures["edges"] | undefined;
  steps: readonly StepRow[] | undefined;
}

/** The graph of the process, which is there first, and the number of items in each step and on each edge. */
function Drawing({ graph, edges = NO_EDGES, steps }: DrawingProps) {
  const { t } = useTranslation();
  const way = useMemo(() => graph && waysTaken(graph, edges), [graph, edges]);
  const figures = useMemo(() => {
    const rows = steps ?? NO_STEPS;
    const coming = steps ? [] : (graph?.nodes ?? []).filter(isStep);
    const notes = new Map(coming.map(({ name }) => [name, NO_TEXT]));
    for (const { name, open, median } of rows)
      notes.set(name, [t("processes.now", { number: formatNumber(open) }), median.waiting !== null && spanOf(median.waiting)].filter(Boolean).join(" · "));
    const bottleneck = rows.find(({ isBottleneck }) => isBottleneck)?.name;
    return bottleneck === undefined ? { notes } : { notes, bottleneck };
  }, [graph, steps, t]);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => intoMiddle(place.current, place.current?.querySelector(".bottleneck")), [figures.bottleneck]);
  const titleOf = (name: string) => graph?.nodes.find((node) => node.name === name)?.title ?? name;
  return (
    <section className="card" aria-labelledby="drawing-title">
      <div className="card-head">
        <h2 id="drawing-title">{t("processes.drawing")}</h2>
        <span className="soft">{t("processes.drawingHint")}</span>
        <span className="end" />
        <ul className="graph-legend">
          <li>
            <i className="edge" />
            {t("processes.forth")}
          </li>
          <li>
            <i className="edge back" />
            {t("processes.back")}
          </li>
        </ul>
      </div>
      <div ref={place} className={`card-body fading ${styles.drawing}`} role="region" aria-label={t("processes.picture")} tabIndex={0}>
        {graph && way ? <ProcessGraph graph={graph} way={way} figures={figures} wide /> : <div className={styles.coming} />}
      </div>
      <ul className="sr">
        {[...(way?.numbers ?? [])].map(([hop, [number]]) => {
          const [source = "", target = ""] = hop.split(" ").map(titleOf);
          return <li key={hop}>{t("processes.edge", { source, target, number: formatNumber(number) })}</li>;
        })}
      </ul>
      <Bottleneck steps={steps} graph={graph} />
    </section>
  );
}

/** A sentence that names the step in which items lose most time, or says that there is none. */
function Bottleneck({ steps, graph }: Pick<DrawingProps, "steps" | "graph">) {
  const { t } = useTranslation();
  const step = steps?.find(({ isBottleneck }) => isBottleneck);
  const queue = queueNamed(useDesk(), graph?.nodes.find(({ name }) => name === step?.name)?.queue ?? "");
  if (!step) return <p className="card-foot soft">{steps ? t("processes.noBottleneck") : <Skeleton width="50%" />}</p>;
  return (
    <p className="card-foot">
      <Icon of={TriangleAlert} className={styles.sign} />
      <span>
        <strong>{step.title}</strong>{" "}
        {t("processes.bottleneckIs", { share: formatShare(step.lost), count: step.open, number: formatNumber(step.open), waiting: spanOf(step.median.waiting) })}
      </span>
      <span className="end" />
      {queue && <Link className="nowrap" to={pathOf(queue)}>{t("processes.openQueue")}</Link>}
    </p>
  );
}

/** Explains why the steps and the menu have different counts, if they do. */
function MenuCounts({ steps }: { steps: readonly StepRow[] }) {
  const { t } = useTranslation();
  const putOff = steps.reduce((sum, step) => sum + step.put_off, 0);
  const shared = steps.filter((step) => step.is_shared).map(({ title }) => title);
  if (putOff + shared.length === 0) return null;
  return (
    <p className="card-foot meta">
      {putOff > 0 && t("processes.putOff", { count: putOff, number: formatNumber(putOff) })}{" "}
      {shared.length > 0 && t("processes.shared", { count: shared.length, steps: list.format(shared) })}
    </p>
  );
}

/** The period that is asked for, before the server has answered. */
function asked(days: Days): Pick<ProcessFigures, "since" | "until"> {
  const { from, to } = periodOf({ ...days, from: days.from || dayBefore(days.to ? Date.parse(days.to) : clock.now(), LATELY) });
  return { since: from ?? "", until: to ?? new Date(clock.now()).toISOString() };
}

/** `29 Oct` and `28 Nov 2026`: the first day has a year only if it differs. */
function daysOf({ since, until }: Pick<ProcessFigures, "since" | "until">): { from: string; to: string } {
  const [from, to] = [formatShortDay(since), formatShortDay(Date.parse(until) - 1)]; // the last day is included
  const year = to.slice(-5);
  return { from: from.endsWith(year) ? from.slice(0, -year.length) : from, to };
}

async function fetchBpmn(kind: string): Promise<TableFile> {
  const params = { path: { kind }, query: {} };
  return { file: await answer(api.GET("/api/processes/{kind}/bpmn", { params, parseAs: "blob" })), cutAt: null };
}
