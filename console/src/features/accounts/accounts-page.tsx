import "./words";

import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { LEVELS } from "@/components/organisation/levels";
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

import styles from "./accounts.module.css";
import { accountTable } from "./columns";
import { RecentAccounts } from "./recent-accounts";

/** The list of accounts, narrowed by words and a level, which stand in the address; the recently opened ones above it. */
export function AccountsPage() {
  const { t } = useTranslation();
  const { values, narrow, clear, isNarrowed } = useFilters(["q", "level"]);
  const words = useWords(values.q, (q) => narrow({ q }));
  const level = LEVELS.find((name) => name === values.level);
  const { sorting, order } = useServerSort(accountTable, ["name", "email"]);
  const query = { q: values.q, ...(level && { level }), ...order };
  const accounts = usePages(["/api/users", query], (cursor, signal) =>
    answer(api.GET("/api/users", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(accountTable, accounts, { sorting });
  return (
    <>
      <PageHead title={t("accounts.list")} />
      <div className="page stack">
        {!isNarrowed && <RecentAccounts />}
        <section className="card" aria-label={t("accounts.list")}>
          <TableTools
            of={table}
            filters={
              <>
                <FindField label={t("accounts.find")} words={words} />
                <select
                  className={`select ${styles.level}`}
                  aria-label={t("accounts.columns.level")}
                  value={level ?? ""}
                  onChange={({ target }) => narrow({ level: target.value })}
                >
                  <option value="">{t("accounts.allLevels")}</option>
                  {LEVELS.map((name) => (
                    <option key={name} value={name}>
                      {t(`accounts.levels.${name}.name`)}
                    </option>
                  ))}
                </select>
              </>
            }
          >
            <LogLink kind="account" />
            <CsvExport name="accounts" fetch={() => answer(api.GET("/api/users/export", { params: { query }, parseAs: "blob" }))} />
          </TableTools>
          <DataTable
            of={table}
            label={t("accounts.list")}
            failed={t("accounts.failed")}
            empty={
              <Empty
                icon={UserRound}
                title={t(isNarrowed ? "accounts.noMatch" : "accounts.empty")}
                actions={
                  isNarrowed && (
                    <Button
                      onClick={() => {
                        words.empty();
                        clear();
                      }}
                    >
                      {t("accounts.clear")}
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
