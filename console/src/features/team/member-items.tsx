import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { titleOf } from "@/api/subjects";
import type { Member, TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { HarmMark } from "@/components/desk/item-marks";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import type { Selection } from "@/components/table/selection";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import styles from "./team.module.css";
import { useItemsOf } from "./use-team";

interface Cell {
  row: TaskRow;
}

/** The columns of a person's items. */
const itemTable = declareTable<TaskRow>({
  name: "team-items",
  rowKey: (row) => row.task_id,
  skeletons: 2,
  steps: false, // the keys of the outer table step through these rows too
  columns: [
    { id: "title", header: "team.item", Cell: Title, width: 160, grow: true },
    { id: "company", header: "team.company", Cell: Company, width: 160, narrow: "line" },
    { id: "queue", header: "team.queue", Cell: Queue, width: 180, narrow: "line" },
    { id: "state", header: "team.state", Cell: State, width: 84 },
    { id: "due", header: "team.due", Cell: DueTime, width: 184, narrow: "end" },
  ],
});

interface Props {
  member: Member;
  selection: Selection<TaskRow>;
}

/** The items of one person: by queue, and each in a row that can be selected and moved. */
export function MemberItems({ member, selection }: Props) {
  const { t } = useTranslation();
  const { person } = member;
  const items = useItemsOf(person.id, useUser().id === person.id);
  const table = useTable(itemTable, useWhole(items, items.data?.items), {
    selection,
    rowProps: (row) => ({
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        selection.set([row], true); // dragging a row selects it and moves the whole selection
      },
    }),
  });
  return (
    <>
      <Queues member={member} />
      <Batches member={member} />
      <DataTable
        of={table}
        label={t("team.itemsOf", { name: person.name })}
        failed={t("work.list.failed")}
        empty={<p className="dim">{t("team.nothing")}</p>}
      />
    </>
  );
}

/** How many of the decisions were made in batches, if any. */
function Batches({ member: { batched_today: today, batched_lately: lately } }: { member: Member }) {
  const { t } = useTranslation();
  return lately > 0 && <p className="meta">{t("team.batched", { today: formatNumber(today), lately: formatNumber(lately) })}</p>;
}

/** The person's items by queue. */
function Queues({ member: { queues } }: { member: Member }) {
  const { t } = useTranslation();
  const titles = useTitles();
  if (queues.length === 0) return null;
  return (
    <ul className={`row wrap ${styles.queues}`} aria-label={t("team.byQueue")}>
      {queues.map(({ queue, items, overdue }) => (
        <li key={queue} className="badge badge-line">
          {titles.queue(queue)} {formatNumber(items)}
          {overdue > 0 && <span className="sla-over">{t("people.figures.overdue", { count: overdue })}</span>}
        </li>
      ))}
    </ul>
  );
}

export function Title({ row }: Cell) {
  const { t } = useTranslation();
  const desk = useDesk();
  return (
    <span className="cut block">
      <HarmMark priority={row.priority} />{" "}
      <Link className="plain" to={pathOfItem(desk, row.queue, row.task_id) ?? ""} dir="auto">
        {titleOf(row.summary) ?? t("work.item.untitled")}
      </Link>
    </span>
  );
}

export function Company({ row }: Cell) {
  return <bdi className="soft cut">{row.summary.company?.name}</bdi>;
}

export function Queue({ row }: Cell) {
  return <span className="soft">{useTitles().queue(row.queue)}</span>;
}

function State({ row }: Cell) {
  const { t } = useTranslation();
  return <span className="soft">{row.locked ? t("team.holds") : t("team.waits")}</span>;
}

export function DueTime({ row }: Cell) {
  return <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(useDesk(), row.queue)} />;
}
