import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { EdgeFigures, Graph } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import styles from "@/features/history/history.module.css";
import { ProcessGraph, type StepLine } from "@/features/process/process-graph";
import { passedBy } from "@/features/process/way-taken";
import { formatNumber } from "@/lib/dates";

import type { StepRow } from "./bottleneck";
import { spanOf } from "./columns";

interface Props {
  graph: UseQueryResult<Graph>;
  steps: readonly StepRow[];
  moves: readonly EdgeFigures[];
}

/** The steps of a process with what stands in each and how long items wait there, and how many went from each to which. */
export function DrawnProcess({ graph, steps, moves }: Props) {
  const { t } = useTranslation();
  const failure = useFailure(graph);
  const figures = useMemo(() => {
    const lineOf = ({ open, median, isBottleneck }: StepRow): StepLine => ({
      text: t(median.waiting === null ? "processes.drawnNow" : "processes.drawn", { open: formatNumber(open), waiting: spanOf(median.waiting) }),
      isBottleneck,
    });
    return new Map(steps.map((step) => [step.name, lineOf(step)]));
  }, [steps, t]);
  const drawn = useMemo(() => graph.data && passedBy(graph.data, moves), [graph.data, moves]);
  return (
    <section className={`card ${styles.small}`} aria-label={t("processes.graph")}>
      <div className="card-head">
        <h2>{t("processes.graph")}</h2>
      </div>
      <div className="card-body stack-s">
        {drawn ? (
          <div className={styles.drawn}>
            <ProcessGraph {...drawn} title={t("processes.graph")} figures={figures} />
          </div>
        ) : (
          <LoadFailed title={t("processes.graphFailed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
        <p className="soft">{t("processes.drawnHint")}</p>
      </div>
    </section>
  );
}
