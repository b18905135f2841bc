import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { StoryProcess } from "@/api/types";
import { useOrigin } from "@/components/desk/use-source-name";
import { Events } from "@/features/process/timeline";
import { undoneIn } from "@/features/process/undone";
import { numbered } from "@/features/process/way-taken";
import { formatDay } from "@/lib/dates";

import { passagesOf } from "./chapters";

interface Props {
  processes: readonly StoryProcess[];
  source: string;
}

/** Who did what, when and why, in all processes of the review, newest first. */
export function StoryTimeline({ processes, source }: Props) {
  const { t } = useTranslation();
  const origin = useOrigin(source);
  const passages = useMemo(() => passagesOf(processes), [processes]);
  const undone = useMemo(() => new Map(processes.map(({ id, kind, events }) => [`${kind} ${id}`, undoneIn(events)])), [processes]);
  // leave the timeline out if the table of moves shows the same entries
  if (processes.length === 1 && passages.reduce((sum, { entries }) => sum + entries.length, 0) <= numbered(processes[0]?.events ?? []).length) return null;
  return (
    <section className="card" aria-labelledby="story-timeline">
      <div className="card-head">
        <h2 id="story-timeline">{t("story.timeline")}</h2>
      </div>
      <div className="card-body stack">
        {passages.map(({ process, nth, day, entries }) => (
          <section key={`${process.id} ${entries[0]?.seq}`} className="stack-s">
            <h3 className="section-title">
              {nth > 1 ? t("story.nth", { title: process.title, number: nth }) : process.title}
              <span className="end" />
              {day && <time dateTime={day}>{formatDay(day)}</time>}
            </h3>
            <Events entries={entries} source={origin} undone={undone.get(`${process.kind} ${process.id}`)} />
          </section>
        ))}
      </div>
    </section>
  );
}
