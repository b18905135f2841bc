import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { QueueSummary } from "@/api/types";
import { iconOf } from "@/components/desk/queue-icon";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { formatNumber } from "@/lib/dates";
import { keysOf, pathOf, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import { OverdueCount } from "./overdue-count";
import { QueueBar } from "./queue-bar";

interface QueueLine extends QueueSummary {
  /** The number open in the largest queue, against which the bar is drawn. */
  largest: number;
}

interface Cell {
  row: QueueLine;
}

/** Every queue with what waits in it. */
export const queueTable = declareTable<QueueLine>({
  name: "queues",
  rowKey: (row) => row.name,
  columns: [
    { id: "queue", header: "dashboard.queues.queue", Cell: Name, width: 136, grow: true },
    { id: "share", header: "dashboard.queues.share", Cell: Share, width: 104, priority: "low", narrow: "hidden", quietHeader: true },
    { id: "open", header: "dashboard.queues.open", Cell: Open, width: 64, align: "end" },
    { id: "oldest", header: "dashboard.queues.oldest", Cell: Oldest, width: 116, align: "end" },
    { id: "overdue", header: "dashboard.queues.overdue", Cell: Overdue, width: 72, align: "end" },
    { id: "keys", header: "dashboard.queues.keys", Cell: Keys, width: 72, align: "end", priority: "low", narrow: "hidden", quietHeader: true },
  ],
});

function Name({ row }: Cell) {
  const queue = queueNamed(useDesk(), row.name);
  const titles = useTitles();
  if (!queue) return row.title; // declared since this session began
  return (
    <span className="row">
      <Icon of={iconOf(queue)} className="dim not-phone" />
      <Link className="plain" to={pathOf(queue)}>
        {titles.queue(queue.name)}
      </Link>
    </span>
  );
}

function Share({ row }: Cell) {
  return <QueueBar open={row.open} overdue={row.overdue} largest={row.largest} />;
}

function Open({ row: { open } }: Cell) {
  return open ? formatNumber(open) : <span className="dim">0</span>;
}

function Oldest({ row: { oldest_at: at } }: Cell) {
  const { t } = useTranslation();
  return <span className="soft">{at ? <Age at={at} /> : <span className="dim">{t("dashboard.nothing")}</span>}</span>;
}

function Overdue({ row }: Cell) {
  return <OverdueCount count={row.overdue} />;
}

function Keys({ row }: Cell) {
  const queue = queueNamed(useDesk(), row.name);
  const keys = queue && keysOf(queue);
  return keys ? <Key keys={keys} /> : null;
}
