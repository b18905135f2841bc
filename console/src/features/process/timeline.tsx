import { Eye } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { useReader } from "@/features/session/use-me";
import { formatDay, formatTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { byDay, withLooksFolded } from "./day-groups";
import { Event } from "./event";
import { undoneIn } from "./undone";

interface Props {
  events: readonly HistoryEntry[];
  /** The source of the item in words. */
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
      <Events entries={day.entries} source={source} undone={undone} />
    </section>
  ));
}

interface EventsProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  source: string;
  undone: ReadonlySet<number> | undefined;
}

/** The lines of a timeline; people who only looked at the item are folded into one line that can be expanded. */
export function Events({ entries, source, undone }: EventsProps) {
  return (
    <ol className="timeline">
      {withLooksFolded(entries).map((line) =>
        "looks" in line ? (
          <Looked key={line.looks[0]?.seq} of={line.looks} source={source} />
        ) : (
          <Event key={line.seq} entry={line} source={source} undone={undone?.has(line.seq)} />
        ),
      )}
    </ol>
  );
}

function Looked({ of, source }: { of: readonly HistoryEntry[]; source: string }) {
  const { t } = useTranslation();
  const reader = useReader();
  const [newest] = of;
  const people = new Map(of.map(({ actor }) => [actor?.id, actor]));
  const count = of.length / 2;
  const names = [...people.values()].map((person) => {
    if (person?.id === reader) return count === 1 ? t("work.timeline.you") : t("work.timeline.them.you");
    return person?.name ?? t("work.timeline.nobody");
  });
  return (
    <li className="event">
      <span className="mark">
        <Icon of={Eye} />
      </span>
      <details>
        <summary className="soft">
          <bdi>{t("work.timeline.looked", { count, names: LIST.format(names) })}</bdi>
        </summary>
        <ol className="timeline">
          {of.map((entry) => (
            <Event key={entry.seq} entry={entry} source={source} />
          ))}
        </ol>
      </details>
      <time className="meta" dateTime={newest?.at}>
        {newest && formatTime(newest.at)}
      </time>
    </li>
  );
}

const LIST = new Intl.ListFormat("en-GB");

/** `Today`, `Yesterday`, or the day itself. */
function dayName(at: string, momentOf: (at: string) => string): string {
  const [name = ""] = momentOf(at).split(",");
  return /^(today|yesterday)$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : formatDay(at);
}
