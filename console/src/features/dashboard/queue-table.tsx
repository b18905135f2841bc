import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { DashboardFigures, QueueSummary } from "@/api/types";
import { DataTable } from "@/components/table/data-table";
import { type Source } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";

import { headTable, queueTable } from "./columns";

/** Every queue that the person may see. */
export function QueueTable({ queues, figures }: { queues: Source<QueueSummary>; figures: DashboardFigures | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const skeletons = useDesk().queues.filter(({ view, permission }) => !view && can(permission)).length;
  const daysOf = (name: string) => figures?.queues.find(({ queue }) => queue === name);
  const rows = queues.rows?.map((queue) => ({ ...queue, days: daysOf(queue.name) }));
  const table = useTable({ ...(can("head_moderator") ? headTable : queueTable), skeletons }, { ...queues, rows });
  return (
    <DataTable
      of={table}
      label={t("dashboard.queues.title")}
      failed={t("dashboard.queues.failed")}
      empty={
        <Empty icon={Inbox} title={t("dashboard.queues.empty.title")}>
          {t("dashboard.queues.empty.text")}
        </Empty>
      }
    />
  );
}
