import "./words";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { useFilters } from "@/components/table/filters";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { markDays } from "@/components/ui/row-time";

import { auditTable, Entries } from "./audit-columns";
import { AuditFilters } from "./audit-filters";
import { FILTERS, queryOf } from "./audit-view";
import { foldEqual } from "./fold";
import { LogTabs } from "./log-tabs";

const NEWEST_FIRST = { by: "at", ascending: false };

/** All audit logs as one list, narrowed by what stands in the address; for admins. */
export function AuditPage() {
  const { t } = useTranslation();
  const filters = useFilters(FILTERS);
  const sorting = useSortInAddress(auditTable, NEWEST_FIRST);
  const query = { ...queryOf(filters.values), direction: sorting.current?.ascending ? "asc" : "desc" } as const;
  const entries = usePages(["/api/audit", query], (cursor, signal) =>
    answer(api.GET("/api/audit", { params: { query: { ...query, cursor } }, signal })),
  );
  const choices = useQuery({ ...read("/api/audit/choices"), staleTime: 60_000 });
  const rows = useMemo(() => entries.rows && markDays(foldEqual(entries.rows)), [entries.rows]);
  const table = useTable(auditTable, { ...entries, rows }, { sorting, details: (row) => <Entries row={row} /> });
  const label = t("navigation.auditLog");
  return (
    <>
      <PageHead title={label} facts={[t("audit.fact")]} />
      <div className="page">
        <LogTabs />
        <section className="card" aria-label={label}>
          <TableTools of={table} filters={<AuditFilters of={filters} choices={choices.data} />}>
            <CsvExport
              name="audit-log"
              fetch={() => answer(api.GET("/api/audit/export", { params: { query }, parseAs: "blob" }))}
            />
          </TableTools>
          <DataTable
            of={table}
            label={label}
            failed={t("audit.failed")}
            empty={
              <Empty
                icon={ScrollText}
                title={t(filters.isNarrowed ? "audit.empty.title" : "audit.empty.none")}
                actions={filters.isNarrowed && <Button onClick={filters.clear}>{t("audit.empty.clear")}</Button>}
              />
            }
          />
        </section>
      </div>
    </>
  );
}
