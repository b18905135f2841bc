import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { sourceOf } from "@/api/subjects";
import type { TaskDetail } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { useOrigin } from "@/components/desk/use-source-name";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { Notes } from "@/features/notes/notes";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import { ProcessGraph } from "./process-graph";
import { StateLine } from "./state-line";
import { Timeline } from "./timeline";
import { useProcess } from "./use-process";
import { wayTaken } from "./way-taken";

const WIDTHS = ["70%", "54%", "62%"];

interface Props {
  task: TaskDetail;
  version: string;
  /** Content above the process that depends on the kind of subject. */
  beside?: ReactNode;
  /** Content below the history. */
  earlier?: ReactNode;
  /** The page has its own place to write notes. */
  notesElsewhere?: boolean;
}

/**
 * Kinds whose process is shown as one line below the history: they go back and forth, and only the current state
 * matters.
 */
const LINES = ["ticket"];

/** The process, and its history for this item. */
export function ProcessPanel({ task, version, beside, earlier, notesElsewhere = false }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const { graph, history } = useProcess(task.process, version);
  const drawing = useFailure(graph);
  const reading = useFailure(history);
  const origin = useOrigin(sourceOf(task.subject));
  const way = useMemo(
    () => graph.data && wayTaken(graph.data, history.data ?? [], task.node),
    [graph.data, history.data, task.node],
  );

  const isLine = LINES.includes(task.subject.kind);
  const drawn = (
    <section className="stack-s">
      <h3 className="section-title">
        {can("history") ? <Link to={paths.process(task.process.kind)}>{t("work.process.title")}</Link> : t("work.process.title")}
      </h3>
      {graph.data && way ? (
        isLine ? (
          <StateLine graph={graph.data} way={way} events={history.data ?? []} />
        ) : (
          <ProcessGraph graph={graph.data} way={way} />
        )
      ) : drawing.error !== null ? (
        <LoadFailed title={t("story.graphFailed")} error={drawing.error} onRetry={drawing.retry} retrying={drawing.retrying} />
      ) : (
        <Waiting />
      )}
    </section>
  );
  const log = (
    <div className="process-log">
      {!notesElsewhere && <Notes taskId={task.task_id} ofClient={task.subject.kind === "ticket"} />}
      {history.data ? (
        <>
          <Timeline events={history.data} source={isLine ? "" : origin} />
          {earlier}
        </>
      ) : reading.error !== null ? (
        <LoadFailed title={t("work.timeline.failed")} error={reading.error} onRetry={reading.retry} retrying={reading.retrying} />
      ) : (
        <Waiting />
      )}
    </div>
  );
  return (
    <div className="item-aside" role="region" tabIndex={0} aria-label={t("work.process.title")}>
      {beside}
      {isLine ? log : drawn}
      {isLine ? drawn : log}
    </div>
  );
}

function Waiting() {
  return (
    <div className="stack-s" aria-hidden>
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
