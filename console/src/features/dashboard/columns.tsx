import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { QueueDays, QueueSummary } from "@/api/types";
import { Sparkline } from "@/components/chart/sparkline";
import { iconOf } from "@/components/desk/queue-icon";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { Nothing } from "@/components/ui/nothing";
import { formatDeskDay, formatNumber } from "@/lib/dates";
import { keysOf, pathOf, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import styles from "./dashboard.module.css";

export interface QueueLine extends QueueSummary {
  /** Undefined while loading. */
  days: QueueDays | undefined;
  /** It grows more than every other. */
  isWorst?: boolean;
}

interface Cell {
  row: QueueLine;
}

const name = { id: "queue", header: "dashboard.queues.queue", Cell: Name, width: 148, grow: true } as const;

/** The columns for head moderators: also the trend of two weeks, and when the queue will be empty. */
export const headTable = declareTable<QueueLine>({
  name: "queues-of-heads",
  rowKey: (row) => row.name,
  columns: [
    { ...name, wide: 184 },
    { id: "open", header: "dashboard.queues.open", Cell: Open, width: 56, align: "end" },
    { id: "oldest", header: "dashboard.queues.oldest", Cell: Oldest, width: 76, align: "end", wide: 104, priority: "low" },
    { id: "overdue", header: "dashboard.queues.overdue", Cell: Overdue, width: 76, align: "end" },
    { id: "days", header: "dashboard.emptied.days", Cell: Trend, width: 96, priority: "lowest", narrow: "hidden" },
    { id: "empty", header: "dashboard.emptied.title", hint: "dashboard.emptied.hint", Cell: EmptyOn, width: 140, align: "end", priority: "low", narrow: "hidden" },
    { id: "range", header: "dashboard.emptied.eightOfTen", Cell: Between, width: 204, align: "end", priority: "lowest", narrow: "hidden" },
  ],
});

/** Every queue with its open items. */
export const queueTable = declareTable<QueueLine>({
  name: "queues",
  rowKey: (row) => row.name,
  columns: [
    name,
    { id: "open", header: "dashboard.queues.open", Cell: Open, width: 44, align: "end", wide: 64 },
    { id: "oldest", header: "dashboard.queues.oldest", Cell: Oldest, width: 76, align: "end", wide: 116 },
    { id: "overdue", header: "dashboard.queues.overdue", Cell: Overdue, width: 72, align: "end", wide: 92 },
    { id: "keys", header: "dashboard.queues.keys", Cell: Keys, width: 72, align: "end", priority: "low", quietHeader: true, narrow: "hidden" },
  ],
});

function Name({ row }: Cell) {
  const queue = queueNamed(useDesk(), row.name);
  const titles = useTitles();
  if (!queue) return row.title; // the queue was declared after this session began
  return (
    <span className="row">
      <Icon of={iconOf(queue)} className="dim not-phone" />
      <Link className="plain nowrap" to={pathOf(queue)}>
        {titles.queue(queue.name)}
      </Link>
    </span>
  );
}

function Open({ row: { open } }: Cell) {
  return open ? formatNumber(open) : <span className="dim">0</span>;
}

function Oldest({ row: { oldest_at: at } }: Cell) {
  const { t } = useTranslation();
  return <span className="soft">{at ? <Age at={at} /> : <span className="dim">{t("dashboard.nothing")}</span>}</span>;
}

function Overdue({ row }: Cell) {
  const queue = queueNamed(useDesk(), row.name);
  return <OverdueCount count={row.overdue} to={queue && `${pathOf(queue)}?overdue=true`} />;
}

function Trend({ row: { days } }: Cell) {
  const { t } = useTranslation();
  if (!days) return null;
  const trend = { from: formatNumber(days.open[0] ?? 0), to: formatNumber(days.open.at(-1) ?? 0) };
  return <Sparkline values={days.open} label={t("dashboard.emptied.trend", trend)} />;
}

/** The queue that grows most; of those that grow alike, the first. */
export function fastest(queues: readonly QueueDays[]): string | undefined {
  const growing = queues.filter(({ emptied }) => emptied?.when === "never" && Math.round(emptied.growth) > 0);
  return growing.toSorted((one, other) => (other.emptied?.growth ?? 0) - (one.emptied?.growth ?? 0))[0]?.queue;
}

function EmptyOn({ row: { days, isWorst } }: Cell) {
  const { t } = useTranslation();
  const emptied = days?.emptied;
  if (!days) return null;
  if (!emptied) return <Nothing />;
  const { when, day, soonest, latest, growth } = emptied;
  const rounded = Math.round(growth);
  const range = soonest && { soonest: formatDeskDay(soonest), latest: latest ? formatDeskDay(latest) : "" };
  switch (when) {
    case "day":
      return (
        <time dateTime={day ?? ""} title={range ? t(latest ? "dashboard.emptied.range" : "dashboard.emptied.openRange", range) : ""}>
          {formatDeskDay(day ?? "")}
        </time>
      );
    case "never":
      if (rounded === 0) return <span className="dim">{t("dashboard.emptied.stays")}</span>;
      return <span className={isWorst ? styles.grows : undefined}>{t(isWorst ? "dashboard.emptied.worst" : "dashboard.emptied.grows", { growth: formatNumber(rounded) })}</span>;
    case "unknown":
      return (
        <span className="dim" title={t("dashboard.emptied.tooLittle")}>
          {t("dashboard.emptied.unknown")}
        </span>
      );
    case "empty":
    case "parked":
    case "later":
      return <span className="dim">{t(`dashboard.emptied.${when}`)}</span>;
  }
}

/** Whether there are days between which it is empty, 8 times of 10. */
export const hasRange = ({ days }: QueueLine) => days?.emptied?.when === "day" && Boolean(days.emptied.soonest);

function Between({ row }: Cell) {
  const { t } = useTranslation();
  const { soonest, latest } = row.days?.emptied ?? {};
  if (!soonest || !hasRange(row)) return <Nothing />;
  const range = { soonest: formatDeskDay(soonest), latest: latest ? formatDeskDay(latest) : "" };
  return <span className="dim">{t(latest ? "dashboard.emptied.between" : "dashboard.emptied.from", range)}</span>;
}

function Keys({ row }: Cell) {
  const queue = queueNamed(useDesk(), row.name);
  const keys = queue && keysOf(queue);
  return keys ? <Key keys={keys} /> : null;
}

interface Props {
  count: number;
  /** The list of overdue items. */
  to: string | undefined;
}

/** The number of overdue items with a red disc, linked to their list; a dimmed 0 if there are none. */
function OverdueCount({ count, to }: Props) {
  if (count === 0) return <span className="dim">0</span>;
  return (
    <span className="sla sla-over">
      <svg viewBox="0 0 12 12" aria-hidden>
        <circle cx="6" cy="6" r="6" fill="currentColor" />
        <path d="M6 2.8v3.9M6 9v.2" stroke="var(--surface)" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {to ? (
        <Link className="plain leads" to={to}>
          {formatNumber(count)}
        </Link>
      ) : (
        formatNumber(count)
      )}
    </span>
  );
}
