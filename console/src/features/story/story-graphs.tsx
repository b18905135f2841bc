import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Graph, ReviewStory, StoryProcess } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Due } from "@/components/desk/due";
import { useStatus } from "@/components/desk/use-status";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { layOutWide } from "@/features/process/graph-layout";
import { ProcessGraph } from "@/features/process/process-graph";
import { graphQuery } from "@/features/process/use-process";
import { numbered, type Way, wayTaken } from "@/features/process/way-taken";
import { useNow } from "@/lib/clock";
import { ageOf, formatAge } from "@/lib/dates";
import { queueNamed, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./story.module.css";

/** The graphs of the other processes about the review with the path taken: the newest process of each kind. */
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

/** The graph of the review's moderation in the full width of the page, its moves numbered as in the table of moves. */
export function StoryProcessCard({ story: { processes, review, waiting } }: { story: ReviewStory }) {
  const [process] = newestOf(processes);
  return process ? <Drawn process={process} status={review.status} waiting={waiting} wide /> : null;
}

interface Props {
  process: StoryProcess;
  /** The review's current status, if a later process changed it. */
  status?: string;
  /** The step in which the review waits. */
  waiting?: ReviewStory["waiting"];
  wide?: boolean;
}

function Drawn({ process, status, waiting = null, wide = false }: Props) {
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
        <Length process={process} waiting={waiting} />
        {later && <span>{t("story.later", { status: statusTitle })}</span>}
        <span className="end" />
        {wide && graph.data && way && <Legend graph={graph.data} way={way} />}
        {!wide && process.outcome_title && <span className="badge">{process.outcome_title}</span>}
        {can("history") && <Link to={paths.process(process.kind)}>{t("story.whole")}</Link>}
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

/**
 * The number of steps and their duration. While the process runs: how long the current step has waited, and when it is
 * due.
 */
function Length({ process: { events, created, finished }, waiting }: Pick<Props, "process" | "waiting">) {
  const { t } = useTranslation();
  const now = useNow();
  const desk = useDesk();
  const steps = t("story.steps", { count: numbered(events).length });
  if (finished)
    return <span className="meta">{t("story.took", { steps, age: formatAge(new Date(finished).getTime() - new Date(created).getTime()) })}</span>;
  if (!waiting) return <span className="meta">{steps}</span>;
  const { queue, created_at: since, due_at: due } = waiting;
  return (
    <>
      <span className="meta">{t("story.waiting", { steps, age: ageOf(since, now) })}</span>
      {due && <Due createdAt={since} dueAt={due} queue={queueNamed(desk, queue)} />}
    </>
  );
}

/** The kinds of line that the graph contains. */
function Legend({ graph, way }: { graph: Graph; way: Way }) {
  const { t } = useTranslation();
  const hasBack = useMemo(() => layOutWide(graph, way).lines.some(({ back }) => back), [graph, way]);
  return (
    <ul className={`graph-legend ${styles.wide}`}>
      <li>
        <i className="edge taken" />
        {t("work.process.taken")}
      </li>
      <li>
        <i className="edge" />
        {t("work.process.others")}
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
