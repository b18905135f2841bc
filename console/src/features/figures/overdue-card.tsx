import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf, titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { formatNumber } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";

import type { Figures } from "./use-figures";

interface Cell {
  row: TaskRow;
}

const overdueTable = declareTable<TaskRow>({
  name: "dashboard-overdue",
  rowKey: (row) => row.task_id,
  skeletons: 6,
  steps: false,
  columns: [
    { id: "item", header: "figures.overdueItems.item", Cell: Item, width: 160, grow: true },
    { id: "with", header: "figures.overdueItems.with", Cell: With, width: 112 },
    { id: "due", header: "figures.overdueItems.due", Cell: DueTime, width: 176, align: "end" },
  ],
});

/** The items that are overdue for longest. `all`: how many are overdue in the queues of the page. */
export function OverdueCard({ query, all }: { query: Figures; all: number }) {
  const { t } = useTranslation();
  const title = useId();
  const rows = query.data?.overdue ?? undefined;
  const table = useTable(overdueTable, useWhole(query, rows));
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("figures.overdueItems.title")}</h2>
        {rows && rows.length > 0 && (
          <span className="meta">
            {t("figures.overdueItems.shown", { shown: formatNumber(rows.length), all: formatNumber(Math.max(all, rows.length)) })}
          </span>
        )}
      </div>
      <DataTable
        of={table}
        label={t("figures.overdueItems.title")}
        failed={t("figures.failed")}
        empty={<p className="card-body dim">{t("figures.overdueItems.none")}</p>}
      />
    </section>
  );
}

function Item({ row }: Cell) {
  const { t } = useTranslation();
  const path = pathOfItem(useDesk(), row.queue, row.task_id) ?? "";
  return (
    <span className="cut block">
      <Link className="plain" to={path} dir="auto">
        {companyOf(row.summary) ?? titleOf(row.summary) ?? t("work.item.untitled")}
      </Link>{" "}
      <bdi className="soft">{companyOf(row.summary) && titleOf(row.summary)}</bdi>
    </span>
  );
}

function With({ row }: Cell) {
  const { t } = useTranslation();
  const name = row.locked ? row.locked_by : row.assigned_to?.name;
  return name ? <bdi className="cut">{name}</bdi> : <span className="dim">{t("figures.overdueItems.nobody")}</span>;
}

function DueTime({ row }: Cell) {
  return <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(useDesk(), row.queue)} />;
}
