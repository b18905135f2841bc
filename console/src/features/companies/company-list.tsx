import "./words";

import { useQuery } from "@tanstack/react-query";
import { Building } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { COUNTRIES } from "@/components/organisation/countries";
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
import { Allowed, useCan } from "@/lib/permissions";
import { useWords } from "@/lib/use-words";

import styles from "./companies.module.css";
import { companyTable } from "./list-columns";

const STATUSES = ["open", "closed"] as const;

/** All companies, narrowed by words, status, country and category, which stand in the address. */
export function CompanyList() {
  const { t } = useTranslation();
  const { values, narrow, clear, isNarrowed } = useFilters(["q", "status", "country", "category"]);
  const words = useWords(values.q, (q) => narrow({ q }));
  const { sorting, order } = useServerSort(companyTable, ["name", "id"]);
  const status = STATUSES.find((name) => name === values.status);
  const country = COUNTRIES.find(({ number }) => String(number) === values.country)?.number;
  const category = /^[1-9]\d{0,15}$/.test(values.category) ? Number(values.category) : undefined;
  const query = { q: values.q, ...(status && { status }), ...(country && { country }), ...(category && { category }), ...order };
  const companies = usePages(["/api/companies", query], (cursor, signal) =>
    answer(api.GET("/api/companies", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(companyTable, companies, { sorting });
  return (
    <section className="card" aria-label={t("organisation.companies.list")}>
      <TableTools
        of={table}
        filters={
          <>
            <FindField label={t("organisation.companies.find")} words={words} />
            <select
              className={`select ${styles.choice}`}
              aria-label={t("organisation.company.status")}
              value={status ?? ""}
              onChange={({ target }) => narrow({ status: target.value })}
            >
              <option value="">{t("organisation.companies.allStatuses")}</option>
              {STATUSES.map((name) => (
                <option key={name} value={name}>
                  {t(`organisation.company.statuses.${name}`)}
                </option>
              ))}
            </select>
            <select
              className={`select ${styles.choice}`}
              aria-label={t("organisation.company.country")}
              value={country ?? ""}
              onChange={({ target }) => narrow({ country: target.value })}
            >
              <option value="">{t("organisation.companies.allCountries")}</option>
              {COUNTRIES.map(({ number, name }) => (
                <option key={number} value={number}>
                  {t(name)}
                </option>
              ))}
            </select>
            <CategoryChoice chosen={category} onChoose={(id) => narrow({ category: id })} />
          </>
        }
      >
        <Allowed permission="organisation">
          <LogLink kind="company" />
          <CsvExport name="companies" fetch={() => answer(api.GET("/api/companies/export", { params: { query }, parseAs: "blob" }))} />
        </Allowed>
      </TableTools>
      <DataTable
        of={table}
        label={t("organisation.companies.list")}
        failed={t("organisation.companies.failed")}
        empty={
          <Empty
            icon={Building}
            title={t(isNarrowed ? "organisation.companies.noMatch" : "organisation.companies.empty")}
            actions={
              isNarrowed && (
                <Button
                  onClick={() => {
                    words.empty();
                    clear();
                  }}
                >
                  {t("organisation.companies.clear")}
                </Button>
              )
            }
          />
        }
      />
    </section>
  );
}

/** Categories are read by who creates or changes companies. */
function CategoryChoice({ chosen, onChoose }: { chosen: number | undefined; onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useQuery({ ...read("/api/categories"), enabled: can("organisation") || can("top_level_add") });
  if (!data) return null;
  return (
    <select
      className={`select ${styles.choice}`}
      aria-label={t("organisation.company.category")}
      value={chosen ?? ""}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t("organisation.companies.allCategories")}</option>
      {data.categories.map((category) => (
        <option key={category.id} value={category.id}>
          {t("organisation.newCompany.option", category)}
        </option>
      ))}
    </select>
  );
}
