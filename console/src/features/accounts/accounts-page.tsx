import "./words";

import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { LEVELS } from "@/components/organisation/levels";
import { CsvExport } from "@/components/table/csv-export";
import { ChoiceFilter } from "@/components/table/filter-fields";
import { useListFilters } from "@/components/table/filters";
import { ListCard } from "@/components/table/list-card";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { LoadFailed } from "@/components/ui/load-failed";
import { CreateAction } from "@/features/create/create-action";
import { paths } from "@/lib/paths";

import styles from "./accounts.module.css";
import { accountTable } from "./columns";

/** The list of accounts, filtered by words and level in the address; the recently opened accounts above it. */
export function AccountsPage() {
  const { t } = useTranslation();
  const filters = useListFilters(["level"]);
  const { values } = filters;
  const level = LEVELS.find((name) => name === values.level);
  const { sorting, order } = useServerSort(accountTable, ["name", "email"]);
  const query = { q: values.q, ...(level && { level }), ...order };
  const accounts = usePages(["/api/users", query], (cursor, signal) =>
    answer(api.GET("/api/users", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(accountTable, accounts, { sorting });
  return (
    <>
      <PageHead title={t("accounts.list")} facts={[t("accounts.fact")]} />
      <div className="page">
        <div className="stack">
          <RecentAccounts />
          <ListCard
            of={table}
            filters={filters}
            icon={UserRound}
            says={(name) => t(`accounts.${name}`)}
            create={<CreateAction of="account" label={t("accounts.create.action")} />}
            choices={
              <ChoiceFilter
                label={t("accounts.columns.level")}
                all={t("accounts.allLevels")}
                value={level ?? ""}
                options={LEVELS.map((name) => ({ value: name, label: t(`accounts.levels.${name}.name`) }))}
                onChange={(level) => filters.narrow({ level })}
              />
            }
          >
            <LogLink kind="account" />
            <CsvExport name="accounts" fetch={() => answer(api.GET("/api/users/export", { params: { query }, parseAs: "blob" }))} />
          </ListCard>
        </div>
      </div>
    </>
  );
}

/** The accounts that the person opened last, in one line. */
function RecentAccounts() {
  const { t } = useTranslation();
  const title = useId();
  const recent = useQuery(read("/api/users/recent"));
  const { error, retry, retrying } = useFailure(recent);
  const accounts = recent.data?.items;
  if (!accounts && error !== null) return <LoadFailed title={t("accounts.recent.failed")} error={error} onRetry={retry} retrying={retrying} />;
  if (accounts?.length === 0) return null;
  return (
    <div className="row">
      <h2 id={title} className="meta nowrap">
        {t("accounts.recent.title")}
      </h2>
      <ul className={`plain ${styles.recent}`} aria-labelledby={title}>
        {accounts?.map(({ id, name }) => (
          <li key={id}>
            <Link className="chip" to={paths.account(id)} dir="auto">
              {name.full}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
