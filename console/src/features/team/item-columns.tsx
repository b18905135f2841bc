import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { declareTable } from "@/components/table/columns";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

interface Cell {
  row: TaskRow;
}

/** The columns of the table of one person's items. */
export const itemTable = declareTable<TaskRow>({
  name: "team-items",
  rowKey: (row) => row.task_id,
  skeletons: 2,
  steps: false, // the table of people steps through these rows as well
  columns: [
    { id: "title", header: "team.item", Cell: Title, width: 160, grow: true },
    { id: "company", header: "team.company", Cell: Company, width: 160, narrow: "line" },
    { id: "queue", header: "team.queue", Cell: Queue, width: 180, narrow: "line" },
    { id: "state", header: "team.state", Cell: State, width: 84 },
    { id: "due", header: "team.due", Cell: DueTime, width: 184, narrow: "end" },
  ],
});

function Title({ row }: Cell) {
  const { t } = useTranslation();
  const desk = useDesk();
  return (
    <Link className="plain cut block" to={pathOfItem(desk, row.queue, row.task_id) ?? ""} dir="auto">
      {titleOf(row.summary) ?? t("work.item.untitled")}
    </Link>
  );
}

function Company({ row }: Cell) {
  return <bdi className="soft cut">{row.summary.company?.name}</bdi>;
}

function Queue({ row }: Cell) {
  return <span className="soft">{useTitles().queue(row.queue)}</span>;
}

function State({ row }: Cell) {
  const { t } = useTranslation();
  return <span className="soft">{row.locked ? t("team.holds") : t("team.waits")}</span>;
}

function DueTime({ row }: Cell) {
  return <Due createdAt={row.created_at} dueAt={row.due_at} queue={queueNamed(useDesk(), row.queue)} />;
}
