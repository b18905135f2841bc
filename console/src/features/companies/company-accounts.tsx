import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { SideList } from "@/components/organisation/side-list";
import { CsvExport } from "@/components/table/csv-export";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { Avatar } from "@/components/ui/avatar";
import { paths } from "@/lib/paths";

import { accountTable } from "./columns";
import { AllOf } from "./company-tabs";
import { Listed } from "./listed";

const SHOWN = 5;

/** The accounts that belong to the company. */
export function CompanyAccounts({ id }: { id: number }) {
  const { t } = useTranslation();
  const path = { company_id: id };
  const { sorting, order } = useServerSort(accountTable, ["name", "email"], "accounts-");
  const source = usePages(["/api/company/{company_id}/accounts", { path }, order], (cursor, signal) =>
    answer(api.GET("/api/company/{company_id}/accounts", { params: { path, query: { ...order, cursor } }, signal })),
  );
  const save = () =>
    answer(api.GET("/api/company/{company_id}/accounts/export", { params: { path, query: order }, parseAs: "blob" }));
  return (
    <Listed
      title={t("organisation.company.accounts")}
      table={accountTable}
      source={source}
      sorting={sorting}
      failed={t("organisation.company.accountsFailed")}
      empty={t("organisation.company.noAccounts")}
    >
      {source.rows?.length ? <CsvExport name="company-accounts" fetch={save} /> : null}
    </Listed>
  );
}

/** The first accounts by name, for the overview. */
export function AccountsBeside({ id }: { id: number }) {
  const { t } = useTranslation();
  const accounts = useQuery(read("/api/company/{company_id}/accounts", { path: { company_id: id } }));
  return (
    <SideList
      title={t("organisation.company.accounts")}
      of={accounts}
      most={SHOWN}
      failed={t("organisation.company.accountsFailed")}
      empty={t("organisation.company.noAccounts")}
      all={
        <AllOf tab="accounts" id={id}>
          {t("organisation.company.all")}
        </AllOf>
      }
    >
      {({ id: account, name, access_level: level }) => (
        <span className="row">
          <Avatar name={name.full} />
          <Link className="plain strong cut" to={paths.account(account)} dir="auto">
            {name.full}
          </Link>
          <span className="end nowrap dim">{t(`accounts.levels.${level}.name`)}</span>
        </span>
      )}
    </SideList>
  );
}
