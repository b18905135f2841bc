import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Graph, WayFigures } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import styles from "@/features/history/history.module.css";
import { ProcessGraph, type StepLine } from "@/features/process/process-graph";
import { stepOf, type Way } from "@/features/process/way-taken";
import { formatNumber } from "@/lib/dates";

import type { StepRow } from "./bottleneck";
import { spanOf } from "./columns";

interface Props {
  graph: UseQueryResult<Graph>;
  steps: readonly StepRow[];
  ways: readonly WayFigures[];
}

/** The steps of a process with what stands in each and how long items wait there, and the commonest way. */
export function DrawnProcess({ graph, steps, ways }: Props) {
  const { t } = useTranslation();
  const failure = useFailure(graph);
  const [commonest] = ways;
  const weights = useMemo(() => weightsOf(ways), [ways]);
  const figures = useMemo(() => {
    const lineOf = ({ open, median, isBottleneck }: StepRow): StepLine => ({
      text: t(median.waiting === null ? "processes.drawnNow" : "processes.drawn", { open: formatNumber(open), waiting: spanOf(median.waiting) }),
      isBottleneck,
    });
    return new Map(steps.map((step) => [step.name, lineOf(step)]));
  }, [steps, t]);
  const way = useMemo(() => graph.data && drawnWay(graph.data, commonest?.nodes ?? []), [graph.data, commonest]);
  return (
    <section className="card" aria-label={t("processes.graph")}>
      <div className="card-head">
        <h2>{t("processes.graph")}</h2>
      </div>
      <div className="card-body stack-s">
        {graph.data && way ? (
          <div className={styles.drawn}>
            <ProcessGraph graph={graph.data} way={way} title={t("processes.graph")} figures={figures} weights={weights} />
          </div>
        ) : (
          <LoadFailed title={t("processes.graphFailed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
        <p className="soft">{t("processes.drawnHint")}</p>
        {commonest && <p className="soft">{t("processes.way", { way: commonest.titles.join(" → ") })}</p>}
      </div>
    </section>
  );
}

/** How many items of the commonest ways went from each step to the next. */
function weightsOf(ways: readonly WayFigures[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { nodes, number } of ways)
    for (const [index, node] of nodes.slice(1).entries()) {
      const step = stepOf(nodes[index] ?? "", node);
      weights.set(step, (weights.get(step) ?? 0) + number);
    }
  return weights;
}

/** No item stands anywhere: the way alone is marked. */
function drawnWay({ edges }: Graph, nodes: readonly string[]): Way {
  const steps = new Set(edges.map(({ source, target }) => stepOf(source, target)));
  const taken = nodes.map((node, index) => stepOf(nodes[index - 1] ?? "", node));
  return { nodes: new Set(nodes), steps: new Set(taken.filter((step) => steps.has(step))), now: "" };
}
