import "./words";

import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { AccessLevel } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { LEVELS } from "@/components/organisation/levels";
import { DataTable } from "@/components/table/data-table";
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
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const level = LEVELS.find((name) => name === params.get("level"));
  const narrow = (text: string, to: AccessLevel | undefined) =>
    setParams({ ...(text && { q: text }), ...(to && { level: to }) }, { replace: true });
  const words = useWords(q, (text) => narrow(text, level));
  const query = { q, ...(level && { level }) };
  const accounts = usePages(["/api/users", query], (cursor, signal) =>
    answer(api.GET("/api/users", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(accountTable, accounts);
  const isNarrowed = q !== "" || level !== undefined;
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
                <input
                  type="search"
                  className={`input ${styles.find}`}
                  aria-label={t("accounts.find")}
                  placeholder={t("accounts.find")}
                  maxLength={200}
                  value={words.typed}
                  onChange={({ target }) => words.type(target.value)}
                  onBlur={words.flush}
                />
                <select
                  className={`select ${styles.level}`}
                  aria-label={t("accounts.columns.level")}
                  value={level ?? ""}
                  onChange={({ target }) => narrow(q, LEVELS.find((name) => name === target.value))}
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
          />
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
                        narrow("", undefined);
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
