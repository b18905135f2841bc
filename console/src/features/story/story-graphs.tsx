import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { StoryProcess } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { ProcessGraph } from "@/features/process/process-graph";
import { graphQuery } from "@/features/process/use-process";
import { wayTaken } from "@/features/process/way-taken";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./story.module.css";

/** How each process over the review goes, and which way it went: the newest of each kind. */
export function StoryGraphs({ processes }: { processes: readonly StoryProcess[] }) {
  const kinds = [...new Set(processes.map(({ kind }) => kind))];
  const newest = kinds.flatMap((kind) => processes.findLast((process) => process.kind === kind) ?? []);
  return (
    <div className={styles.graphs}>
      {newest.map((process) => (
        <Drawn key={process.id} process={process} />
      ))}
    </div>
  );
}

function Drawn({ process }: { process: StoryProcess }) {
  const { t } = useTranslation();
  const can = useCan();
  const graph = useQuery(graphQuery(process.kind));
  const failure = useFailure(graph);
  const way = useMemo(() => graph.data && wayTaken(graph.data, process.events, process.node), [graph.data, process]);
  return (
    <section className="card" aria-label={process.title}>
      <div className="card-head">
        <h2>{can("history") ? <Link to={paths.process(process.kind)}>{process.title}</Link> : process.title}</h2>
        <span className="end" />
        <span className="badge">{process.outcome_title || t("story.running")}</span>
      </div>
      <div className="card-body">
        {graph.data && way ? (
          <ProcessGraph graph={graph.data} way={way} />
        ) : failure.error !== null ? (
          <LoadFailed
            title={t("story.graphFailed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        ) : (
          <Skeleton width="80%" />
        )}
      </div>
    </section>
  );
}
