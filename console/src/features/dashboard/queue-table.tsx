import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { QueueSummary } from "@/api/types";
import { DataTable } from "@/components/table/data-table";
import { type Source } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { useCan } from "@/lib/permissions";

import { queueTable } from "./columns";

const QUEUES_OF = { headModerator: 9, moderator: 7 }; // what a skeleton stands for

/** Every queue that the person may see. */
export function QueueTable({ queues }: { queues: Source<QueueSummary> }) {
  const { t } = useTranslation();
  const skeletons = useCan()("head_moderator") ? QUEUES_OF.headModerator : QUEUES_OF.moderator;
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
