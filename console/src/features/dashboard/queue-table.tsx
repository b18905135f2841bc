import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { DataTable } from "@/components/table/data-table";
import { type Source } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";

import { queueTable } from "./columns";

/** Every queue that the person may see. */
export function QueueTable({ queues }: { queues: Source<QueueSummary> }) {
  const { t } = useTranslation();
  const can = useCan();
  const skeletons = useDesk().queues.filter(({ view, permission }) => !view && can(permission)).length;
  const largest = Math.max(1, ...(queues.rows ?? []).map(({ open }) => open));
  const table = useTable({ ...queueTable, skeletons }, { ...queues, rows: queues.rows?.map((queue) => ({ ...queue, largest })) });
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
