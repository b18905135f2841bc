import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { byDay } from "./day-groups";
import { Event } from "./event";
import { undoneIn } from "./undone";

interface Props {
  events: readonly HistoryEntry[];
  /** Where the item came from, in words. */
  source: string;
}

/** Who did what, when and why, newest first. */
export function Timeline({ events, source }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const undone = useMemo(() => undoneIn(events), [events]);
  return byDay(events).map((day, index) => (
    <section key={day.at} className="stack-s">
      <h3 className="section-title">
        {index === 0 && t("work.timeline.title")}
        <span className="end" />
        <time dateTime={day.at}>{dayName(day.at, momentOf)}</time>
      </h3>
      <ol className="timeline">
        {day.entries.map((entry) => (
          <Event key={entry.seq} entry={entry} source={source} undone={undone.has(entry.seq)} />
        ))}
      </ol>
    </section>
  ));
}

/** `Today`, `Yesterday`, or the day itself. */
function dayName(at: string, momentOf: (at: string) => string): string {
  const [name = ""] = momentOf(at).split(",");
  return /^(today|yesterday)$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : formatDay(at);
}
