import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Graph, StoryProcess } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { useStatus } from "@/components/desk/use-status";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { layOutWide } from "@/features/process/graph-layout";
import { ProcessGraph } from "@/features/process/process-graph";
import { graphQuery } from "@/features/process/use-process";
import { type Way, wayTaken } from "@/features/process/way-taken";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./story.module.css";

/** How the other processes over the review go, and which way each went: the newest of each kind. */
export function StoryGraphs({ processes }: { processes: readonly StoryProcess[] }) {
  const shown = newestOf(processes).slice(1);
  if (shown.length === 0) return null;
  return (
    <div className={styles.graphs}>
      {shown.map((process) => (
        <Drawn key={process.id} process={process} />
      ))}
    </div>
  );
}

/** The newest process of each kind; the first kind is the moderation of the review. */
export function newestOf(processes: readonly StoryProcess[]): StoryProcess[] {
  const kinds = [...new Set(processes.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => processes.findLast((process) => process.kind === kind) ?? []);
}

/** The moderation of the review in the width of the page, its moves numbered as in the table of them. */
export function StoryProcessCard({ processes, status }: { processes: readonly StoryProcess[]; status: string }) {
  const [process] = newestOf(processes);
  return process ? <Drawn process={process} status={status} wide /> : null;
}

/** `status`: what the review is now, where a later process has changed the end of this one. */
function Drawn({ process, status, wide = false }: { process: StoryProcess; status?: string; wide?: boolean }) {
  const { t } = useTranslation();
  const can = useCan();
  const graph = useQuery(graphQuery(process.kind));
  const failure = useFailure(graph);
  const statusTitle = useStatus(status);
  const later = status !== undefined && process.outcome !== "" && process.outcome !== status;
  const way = useMemo(() => graph.data && wayTaken(graph.data, process.events, process.node), [graph.data, process]);
  return (
    <section className="card" aria-label={process.title}>
      <div className="card-head">
        <h2>{wide ? t("story.process") : process.title}</h2>
        <span className="end" />
        {wide && graph.data && way && <Legend graph={graph.data} way={way} />}
        <span className="badge">{process.outcome_title || t("story.running")}</span>
        {later && <span>{t("story.later", { status: statusTitle })}</span>}
        {can("history") ? (
          <Link to={paths.process(process.kind)}>{wide ? process.title : t("story.process")}</Link>
        ) : (
          wide && <span className="soft">{process.title}</span>
        )}
      </div>
      <div className="card-body">
        {graph.data && way ? (
          <>
            {wide && (
              <div className={styles.wide}>
                <ProcessGraph graph={graph.data} way={way} wide />
              </div>
            )}
            <div className={wide ? styles.small : undefined}>
              <ProcessGraph graph={graph.data} way={way} />
            </div>
          </>
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

/** The kinds of line that occur. */
function Legend({ graph, way }: { graph: Graph; way: Way }) {
  const { t } = useTranslation();
  const hasBack = useMemo(() => layOutWide(graph, way).lines.some(({ back }) => back), [graph, way]);
  return (
    <ul className={`graph-legend ${styles.wide}`}>
      <li>
        <i className="edge taken" />
        {t("work.process.taken")}
      </li>
      {hasBack && (
        <li>
          <i className="edge back" />
          {t("work.process.back")}
        </li>
      )}
      {way.undone && way.undone.size > 0 && (
        <li>
          <i className="edge undone" />
          {t("work.process.undoneWay")}
        </li>
      )}
    </ul>
  );
}
