import "./words";

import { Building2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { useFilters } from "@/components/table/filters";
import { FindField } from "@/components/table/find-field";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useWords } from "@/lib/use-words";

import { groupTable } from "./columns";

/** The list of company groups, narrowed by words, which stand in the address. */
export function GroupsPage() {
  const { t } = useTranslation();
  const { values, narrow, clear } = useFilters(["q"]);
  const { q } = values;
  const words = useWords(q, (text) => narrow({ q: text }));
  const { sorting, order } = useServerSort(groupTable, ["name", "created"]);
  const query = { q, ...order };
  const groups = usePages(["/api/groups", query], (cursor, signal) =>
    answer(api.GET("/api/groups", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(groupTable, groups, { sorting });
  return (
    <>
      <PageHead title={t("organisation.group.list")} />
      <div className="page">
        <section className="card" aria-label={t("organisation.group.list")}>
          <TableTools of={table} filters={<FindField label={t("organisation.group.find")} words={words} />}>
            <LogLink kind="group" />
            <CsvExport name="groups" fetch={() => answer(api.GET("/api/groups/export", { params: { query }, parseAs: "blob" }))} />
          </TableTools>
          <DataTable
            of={table}
            label={t("organisation.group.list")}
            failed={t("organisation.group.failed")}
            empty={
              <Empty
                icon={Building2}
                title={t(q ? "organisation.group.noMatch" : "organisation.group.empty")}
                actions={
                  q && (
                    <Button
                      onClick={() => {
                        words.empty();
                        clear();
                      }}
                    >
                      {t("organisation.group.clear")}
                    </Button>
                  )
                }
              />
            }
          />
        </section>
      </div>
    </>
  );
}
