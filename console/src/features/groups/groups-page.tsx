import "./words";

import { Building2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { useListFilters } from "@/components/table/filters";
import { ListCard } from "@/components/table/list-card";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { CreateAction } from "@/features/create/create-action";

import { groupTable } from "./columns";

/** The list of company groups, filtered by words in the address. */
export function GroupsPage() {
  const { t } = useTranslation();
  const filters = useListFilters([]);
  const { sorting, order } = useServerSort(groupTable, ["name", "created"]);
  const query = { q: filters.values.q, ...order };
  const groups = usePages(["/api/groups", query], (cursor, signal) =>
    answer(api.GET("/api/groups", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(groupTable, groups, { sorting });
  const total = groups.first?.total;
  return (
    <>
      <PageHead title={t("organisation.group.list")} facts={typeof total === "number" ? [t("organisation.group.total", { count: total })] : []} />
      <div className="page">
        <ListCard
          of={table}
          filters={filters}
          icon={Building2}
          says={(name) => t(`organisation.group.${name}`)}
          create={<CreateAction of="group" label={t("organisation.newGroup.action")} />}
        >
          <LogLink kind="group" />
          <CsvExport name="groups" fetch={() => answer(api.GET("/api/groups/export", { params: { query }, parseAs: "blob" }))} />
        </ListCard>
      </div>
    </>
  );
}
