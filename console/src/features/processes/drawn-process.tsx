import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Graph, WayFigures } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import styles from "@/features/history/history.module.css";
import { ProcessGraph } from "@/features/process/process-graph";
import { stepOf, type Way } from "@/features/process/way-taken";

/** The steps of a process, with its commonest way. */
export function DrawnProcess({ graph, commonest }: { graph: UseQueryResult<Graph>; commonest: WayFigures | undefined }) {
  const { t } = useTranslation();
  const failure = useFailure(graph);
  const way = useMemo(() => graph.data && drawnWay(graph.data, commonest?.nodes ?? []), [graph.data, commonest]);
  return (
    <section className="card" aria-label={t("processes.graph")}>
      <div className="card-head">
        <h2>{t("processes.graph")}</h2>
      </div>
      <div className="card-body stack-s">
        {graph.data && way ? (
          <div className={styles.drawn}>
            <ProcessGraph graph={graph.data} way={way} title={t("processes.graph")} />
          </div>
        ) : (
          <LoadFailed title={t("processes.graphFailed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
        {commonest && <p className="soft">{t("processes.way", { way: commonest.titles.join(" → ") })}</p>}
      </div>
    </section>
  );
}

/** No item stands anywhere: the way alone is marked. */
function drawnWay({ edges }: Graph, nodes: readonly string[]): Way {
  const steps = new Set(edges.map(({ source, target }) => stepOf(source, target)));
  const taken = nodes.map((node, index) => stepOf(nodes[index - 1] ?? "", node));
  return { nodes: new Set(nodes), steps: new Set(taken.filter((step) => steps.has(step))), now: "" };
}
