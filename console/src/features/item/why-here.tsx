import { useMemo } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { HistoryEntry, TaskDetail } from "@/api/types";
import { undoneIn } from "@/features/process/undone";
import { useDone } from "@/features/tasks/outcome-words";
import { queueNamed, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

interface Props {
  task: TaskDetail;
  history: readonly HistoryEntry[];
  /** The earlier decision, if the item was reopened. */
  overridden: HistoryEntry | null | undefined;
}

/**
 * Above the item: the question of its queue, and the decision that led here with its text. For a reopened item: who
 * reopened it, why, and the earlier decision.
 */
export function WhyHere({ task, history, overridden }: Props) {
  const { t } = useTranslation();
  const about = queueNamed(useDesk(), task.queue)?.about;
  const { first, last } = decisionsFor(task, history);
  const reopened = task.open ? history.findLast(({ action }) => action === "reinstate") : undefined;
  if (!about && !last && !reopened) return null;
  return (
    <aside className="assigned-note" aria-label={t("work.why.title")}>
      {about && <p>{about}</p>}
      {reopened && <Told entry={reopened} which="reopened" />}
      {reopened && overridden && <Told entry={overridden} which="before" />}
      {reopened && task.subject.kind === "review" && (
        <p>
          <Link to={paths.review(task.subject.id)}>{t("work.why.story")}</Link>
        </p>
      )}
      {first && <Told entry={first} which="first" />}
      {last && <Told entry={last} which={first ? "second" : "one"} />}
    </aside>
  );
}

/**
 * Labels of outcomes that depend on the item. For a comparison of two decisions, each outcome names the person and
 * their decision; the outcome that ends a transcription says what happens next.
 */
export function useNamedOutcomes(task: TaskDetail, history: readonly HistoryEntry[] | undefined): TaskDetail {
  const { t } = useTranslation();
  return useMemo(() => {
    if (task.subject.kind === "testimonial") {
      const label = t(`work.why.finish.${task.subject.needs_check ? "check" : "publish"}`);
      return { ...task, outcomes: task.outcomes.map((outcome) => (outcome.name === "finish" ? { ...outcome, label } : outcome)) };
    }
    const { first, last } = decisionsFor(task, history ?? []);
    if (!first || !last) return task;
    const compared: Partial<Record<string, HistoryEntry>> = { first, second: last };
    const outcomes = task.outcomes.map((outcome) => {
      const decision = compared[outcome.name];
      if (!decision?.actor) return outcome;
      const said = t(`work.why.opinion.${decision.outcome}`, { defaultValue: decision.label });
      return { ...outcome, label: t("work.why.right", { name: decision.actor.name, label: said }) };
    });
    return { ...task, outcomes };
  }, [task, history, t]);
}

/** The decision that led to this step and was not undone, if it has a text; for a comparison, both decisions. */
function decisionsFor(task: TaskDetail, history: readonly HistoryEntry[]) {
  const undone = undoneIn(history);
  const first = history.findLast(({ action }) => action === "reveal");
  const last = history.findLast(({ action, to_node, seq }) => action === "decide" && to_node === task.node && !undone.has(seq));
  return { first, last: first || last?.text ? last : undefined };
}

function Told({ entry, which }: { entry: HistoryEntry; which: "first" | "second" | "one" | "reopened" | "before" }) {
  const { t } = useTranslation();
  const said = useDone();
  const momentOf = useMoment();
  const { label, outcome, actor, at, text } = entry;
  const { reason_title: reason } = entry.data;
  const values = {
    done: which === "one" || which === "before" ? said(outcome, label) : label,
    name: actor?.name ?? t("work.timeline.them.nobody"),
    moment: momentOf(at),
  };
  return (
    <div>
      <p className="soft">
        <Trans i18nKey={`work.why.${which}`} values={values} components={{ done: <b />, by: <bdi className="strong" /> }} />
      </p>
      {text && <p dir="auto">{typeof reason === "string" ? `${reason}: ${text}` : text}</p>}
    </div>
  );
}
