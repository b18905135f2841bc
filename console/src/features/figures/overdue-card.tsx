import { useQueryClient } from "@tanstack/react-query";
import { createContext, Suspense, useContext, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import { companyOf, titleOf } from "@/api/subjects";
import type { QueueSummary, TaskRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Due } from "@/components/desk/due";
import { HoldKeys } from "@/components/desk/hold-keys";
import { HarmMark } from "@/components/desk/item-marks";
import { iconOf } from "@/components/desk/queue-icon";
import { sayUnknown } from "@/components/desk/say-unknown";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { pathOf, pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { notifyFailure } from "@/lib/notifications";
import { paths } from "@/lib/paths";
import { useTitles } from "@/lib/use-titles";

import css from "./figures.module.css";
import type { Figures } from "./use-figures";

const MoveDialog = lazyPart(async () => ({ default: (await import("@/components/desk/move-dialog")).MoveDialog }));

interface Cell {
  row: TaskRow;
}

/** Refusals that mean that a colleague has the item by now, or that it is decided. */
const GONE = ["task_taken", "task_closed", "not_found"];
const isTooMany = (error: unknown) => error instanceof ApiError && error.code === "too_many_held";

const overdueTable = declareTable<TaskRow>({
  name: "dashboard-overdue",
  rowKey: (row) => row.task_id,
  skeletons: 6,
  steps: false,
  columns: [
    { id: "item", header: "figures.overdueItems.item", Cell: Item, width: 200, grow: true },
    // shown from a width of 1600 px
    { id: "queue", header: "figures.overdueItems.queue", Cell: Queue, width: 192, priority: "low", narrow: "line" },
    { id: "with", header: "figures.overdueItems.with", Cell: With, width: 120, narrow: "line" },
    { id: "due", header: "figures.overdueItems.due", Cell: DueTime, width: 176, align: "end", narrow: "end" },
  ],
});

/** Opens the dialog that assigns an item which nobody has. */
const AssignRow = createContext<(row: TaskRow) => void>(() => undefined);

/** The overdue items: possible harm first, then the longest overdue. `queues`: the queues of the page. */
export function OverdueCard({ query, queues }: { query: Figures; queues: readonly QueueSummary[] }) {
  const { t } = useTranslation();
  const title = useId();
  const me = useUser().id;
  const [assigned, setAssigned] = useState<TaskRow | null>(null);
  const rows = query.data?.overdue ?? undefined;
  const all = queues.reduce((sum, { overdue }) => sum + overdue, 0);
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
      <AssignRow value={setAssigned}>
        <DataTable
          of={table}
          label={t("figures.overdueItems.title")}
          failed={t("figures.failed")}
          empty={<p className="card-body dim">{t("figures.overdueItems.none")}</p>}
        />
      </AssignRow>
      {rows && all > rows.length && <AllOverdue queues={queues} />}
      <Suspense fallback={<HoldKeys />}>
        {assigned && <MoveDialog rows={[assigned]} team={query.data?.team ?? []} me={me} to={null} onClose={() => setAssigned(null)} />}
      </Suspense>
    </section>
  );
}

const LISTS = 3; // the queues with the most overdue items

/** Links to the list of all overdue items, and to those of the queues with the most. */
function AllOverdue({ queues }: { queues: readonly QueueSummary[] }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const titles = useTitles();
  const lists = queues.flatMap(({ name, overdue }) => {
    const queue = queueNamed(desk, name);
    return queue && overdue > 0 ? [{ name, overdue, to: `${pathOf(queue)}?overdue=true` }] : [];
  });
  const all = lists.reduce((sum, { overdue }) => sum + overdue, 0);
  return (
    <nav className={`card-foot row wrap ${css.lists}`} aria-label={t("figures.overdueItems.byQueue")}>
      <Link className="strong" to={paths.overdue}>
        {t("figures.overdueItems.all", { shown: formatNumber(all) })}
      </Link>
      {lists.toSorted((one, other) => other.overdue - one.overdue).slice(0, LISTS).map(({ name, overdue, to }) => (
        <Link key={name} to={to}>
          {titles.queue(name)} <bdi>{formatNumber(overdue)}</bdi>
        </Link>
      ))}
    </nav>
  );
}

/** Takes the first free item and opens it. */
function TakeLongest({ rows }: { rows: readonly TaskRow[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const desk = useDesk();
  const me = useUser().id;
  const free = rows.filter(({ locked, assigned_to: assignee }) => !locked && (assignee === null || assignee.id === me));
  const { run, busy } = useCommand({
    name: "take the longest",
    tries: 1, // no retry: if a colleague took the item meanwhile, it is theirs
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
  const desk = useDesk();
  const path = pathOfItem(desk, row.queue, row.task_id) ?? "";
  const queue = queueNamed(desk, row.queue);
  const title = useTitles().queue(row.queue);
  return (
    <span className="cut block">
      {queue && (
        <span className={css.inQueue} title={title}>
          <Icon of={iconOf(queue)} className="dim" />
          <span className="sr">{title}</span>
        </span>
      )}
      <HarmMark priority={row.priority} />{" "}
      <Link className="plain" to={path} dir="auto">
        {companyOf(row.summary) ?? titleOf(row.summary) ?? t("work.item.untitled")}
      </Link>{" "}
      <bdi className="soft">{companyOf(row.summary) && titleOf(row.summary)}</bdi>
    </span>
  );
}

function Queue({ row }: Cell) {
  return <span className={`soft cut block ${css.queue}`}>{useTitles().queue(row.queue)}</span>;
}

function With({ row }: Cell) {
  const { t } = useTranslation();
  const assign = useContext(AssignRow);
  const name = row.locked ? row.locked_by : row.assigned_to?.name;
  if (name) return <bdi className="cut">{name}</bdi>;
  return (
    <Button tone="quiet" size="s" className={css.quiet} aria-haspopup="dialog" onClick={() => assign(row)}>
      {t("figures.overdueItems.assign")}
    </Button>
  );
}

function DueTime({ row }: Cell) {
  return <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(useDesk(), row.queue)} />;
}
