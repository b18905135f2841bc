import "./words";

import { Building2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useWords } from "@/lib/use-words";

import { groupTable } from "./columns";
import styles from "./groups.module.css";

/** The list of company groups, narrowed by words, which stand in the address. */
export function GroupsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const find = (text: string) => setParams(text ? { q: text } : {}, { replace: true });
  const words = useWords(q, find);
  const groups = usePages(["/api/groups", { q }], (cursor, signal) =>
    answer(api.GET("/api/groups", { params: { query: { q, cursor } }, signal })),
  );
  const table = useTable(groupTable, groups);
  return (
    <>
      <PageHead title={t("organisation.group.list")} />
      <div className="page">
        <section className="card" aria-label={t("organisation.group.list")}>
          <TableTools
            of={table}
            filters={
              <input
                type="search"
                className={`input ${styles.find}`}
                aria-label={t("organisation.group.find")}
                placeholder={t("organisation.group.find")}
                maxLength={200}
                value={words.typed}
                onChange={({ target }) => words.type(target.value)}
                onBlur={words.flush}
              />
            }
          >
            <ExportButton
              label={t("table.export.label")}
              hint={t("table.export.hint")}
              name="groups"
              format="csv"
              fetch={async () => ({
                file: await answer(api.GET("/api/groups/export", { params: { query: { q } }, parseAs: "blob" })),
                cutAt: null,
              })}
            />
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
                        find("");
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
