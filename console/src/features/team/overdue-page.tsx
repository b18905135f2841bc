import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TaskRow } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { Nothing } from "@/components/ui/nothing";
import { paths } from "@/lib/paths";
import { addWords } from "@/lib/words";
import { team as words } from "@/lib/words/en/team";

import { Company, DueTime, Queue, Title } from "./member-items";

addWords({ team: words });

const overdueTable = declareTable<TaskRow>({
  name: "overdue",
  rowKey: (row) => row.task_id,
  columns: [
    { id: "title", header: "team.item", Cell: Title, width: 200, grow: true },
    { id: "company", header: "team.company", Cell: Company, width: 160, wide: 240, narrow: "below" },
    { id: "queue", header: "team.queue", Cell: Queue, width: 180, narrow: "line" },
    { id: "with", header: "team.with", Cell: With, width: 144, narrow: "line" },
    { id: "due", header: "team.due", Cell: DueTime, width: 184, align: "end", narrow: "end" },
  ],
});

/** The overdue items in all queues of a head moderator, longest overdue first. */
export function OverduePage() {
  const { t } = useTranslation();
  const source = usePages(["/api/team/overdue"], (cursor, signal) =>
    answer(api.GET("/api/team/overdue", { params: { query: { cursor } }, signal })),
  );
  const table = useTable(overdueTable, source);
  return (
    <>
      <PageHead title={t("navigation.overdue")} facts={[t("team.overdueFact")]} back={{ to: paths.home, label: t("navigation.dashboard") }} />
      <div className="page">
        <section className="card">
          <DataTable
            of={table}
            label={t("navigation.overdue")}
            failed={t("work.list.failed")}
            empty={<Empty icon={CircleCheck} title={t("team.nothingOverdue")} />}
          />
        </section>
      </div>
    </>
  );
}

/** The holder of the item, or its assignee. */
function With({ row }: { row: TaskRow }) {
  const name = row.locked ? row.locked_by : row.assigned_to?.name;
  return name ? <bdi className="cut">{name}</bdi> : <Nothing />;
}
