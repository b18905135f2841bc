import { Building, Plus } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Account } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { useCompanyList } from "@/components/organisation/use-company-list";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { FindField } from "@/components/table/find-field";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { associationTable } from "./association-columns";
import { AddCompany } from "./lazy";

/** The companies that the account belongs to, with their groups. */
export function Associations({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const [adding, setAdding] = useState(false);
  const params = { path: { user_id: account.id } };
  const { query, words, sorting, isNarrowed, clear } = useCompanyList(associationTable);
  const companies = usePages(["/api/user/{user_id}/associations", params, query], (cursor, signal) =>
    answer(api.GET("/api/user/{user_id}/associations", { params: { ...params, query: { ...query, cursor } }, signal })),
  );
  const save = () => answer(api.GET("/api/user/{user_id}/associations/export", { params: { ...params, query }, parseAs: "blob" }));
  const rows = companies.rows?.map((row) => ({ ...row, account: account.id, fixed: !account.may_edit }));
  const table = useTable(associationTable, { ...companies, rows }, { sorting });
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.associations.title")}</h2>
        <span className="end" />
        {account.may_edit && (
          <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
            {t("accounts.associations.add")}
          </Button>
        )}
      </div>
      <TableTools of={table} filters={<FindField label={t("organisation.members.find")} words={words} />}>
        <CsvExport name="companies" fetch={save} />
      </TableTools>
      <DataTable
        of={table}
        label={t("accounts.associations.title")}
        failed={t("accounts.associations.failed")}
        empty={
          isNarrowed ? (
            <Empty icon={Building} title={t("organisation.members.nothing")} actions={<Button onClick={clear}>{t("organisation.group.clear")}</Button>} />
          ) : (
            <Empty icon={Building} title={t("accounts.associations.empty")} />
          )
        }
      />
      {adding && (
        <Suspense fallback={<HoldKeys />}>
          <AddCompany account={account} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
