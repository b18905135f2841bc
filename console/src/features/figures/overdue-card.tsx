import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import { companyOf, titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Due } from "@/components/desk/due";
import { sayUnknown } from "@/components/desk/say-unknown";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";
import { notifyFailure } from "@/lib/notifications";

import type { Figures } from "./use-figures";

interface Cell {
  row: TaskRow;
}

/** The item is a colleague's by now, or decided. */
const GONE = ["task_taken", "task_closed", "not_found"];
const isTooMany = (error: unknown) => error instanceof ApiError && error.code === "too_many_held";

const overdueTable = declareTable<TaskRow>({
  name: "dashboard-overdue",
  rowKey: (row) => row.task_id,
  skeletons: 6,
  steps: false,
  columns: [
    { id: "item", header: "figures.overdueItems.item", Cell: Item, width: 160, grow: true },
    { id: "with", header: "figures.overdueItems.with", Cell: With, width: 112, narrow: "line" },
    { id: "due", header: "figures.overdueItems.due", Cell: DueTime, width: 176, align: "end", narrow: "end" },
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
        <span className="end" />
        {rows && rows.length > 0 && <TakeLongest rows={rows} />}
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

/** Takes the item that is overdue for longest, of those that are free, and opens it. */
function TakeLongest({ rows }: { rows: readonly TaskRow[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const desk = useDesk();
  const me = useUser().id;
  const free = rows.filter(({ locked, assigned_to: assignee }) => !locked && (assignee === null || assignee.id === me));
  const { run, busy } = useCommand({
    name: "take the longest",
    tries: 1, // what a colleague has taken meanwhile is left to them
    send: async () => {
      for (const row of free) {
        try {
          await answer(api.PUT("/api/tasks/{task_id}/lock", { params: { path: { task_id: row.task_id } } }));
          return row;
        } catch (error) {
          if (!(error instanceof ApiError) || !GONE.includes(error.code)) throw error;
        }
      }
      return null;
    },
    done: async (row) => {
      if (row) await navigate(pathOfItem(desk, row.queue, row.task_id) ?? "");
      else {
        notifyFailure(t("dashboard.noneFree"));
        await refresh(client, "/api/dashboard");
      }
    },
    refused: (error) => notifyFailure(isTooMany(error) ? t("dashboard.tooManyHeld") : sayUnknown(error, t)),
  });
  const take = free.length > 0 && !busy ? () => void run() : undefined;
  useHotkeys("lists", take ? [{ keys: "o", label: t("figures.overdueItems.take"), run: take }] : []);
  return (
    <Button size="s" hotkey="o" busy={busy} disabled={free.length === 0} onClick={take}>
      {t("figures.overdueItems.take")}
    </Button>
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
