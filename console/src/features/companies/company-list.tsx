import "./words";

import { useQuery } from "@tanstack/react-query";
import { Building } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { CompanyRow } from "@/api/types";
import { CompanyId, CompanyLink, CompanyPostcode, Written } from "@/components/organisation/company-cells";
import { COUNTRIES } from "@/components/organisation/countries";
import { CountryName } from "@/components/organisation/country-name";
import { declareTable } from "@/components/table/columns";
import { CsvExport } from "@/components/table/csv-export";
import { ChoiceFilter } from "@/components/table/filter-fields";
import { useListFilters } from "@/components/table/filters";
import { ListCard } from "@/components/table/list-card";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Allowed, useCan } from "@/lib/permissions";

interface Cell {
  row: CompanyRow;
}

/** The list of companies. */
const companyTable = declareTable<CompanyRow>({
  name: "companies",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "organisation.companies.name", Cell: CompanyLink, width: 220, grow: true, sort: "server", fromA: true },
    { id: "id", header: "organisation.members.id", Cell: CompanyId, width: 88, align: "end", sort: "server" },
    { id: "category", header: "organisation.company.category", Cell: Category, width: 176, optional: "shown", narrow: "line" },
    { id: "postcode", header: "organisation.company.postcode", Cell: CompanyPostcode, width: 104, narrow: "line" },
    { id: "country", header: "organisation.company.country", Cell: InCountry, width: 144, optional: "shown" },
    { id: "hsone", header: "organisation.company.hsoneId", Cell: HSOneId, width: 112, priority: "low", optional: "shown" },
    { id: "status", header: "organisation.company.status", Cell: Status, width: 96, optional: "shown", narrow: "end" },
  ],
});

const STATUSES = ["open", "closed"] as const;

/** All companies, filtered by words, status, country and category in the address. */
export function CompanyList() {
  const { t } = useTranslation();
  const filters = useListFilters(["status", "country", "category"]);
  const { values, narrow } = filters;
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
    <ListCard
      of={table}
      filters={filters}
      icon={Building}
      says={(name) => t(`organisation.companies.${name}`)}
      choices={[
        <ChoiceFilter
          key="status"
          label={t("organisation.company.status")}
          all={t("organisation.companies.allStatuses")}
          value={status ?? ""}
          options={STATUSES.map((name) => ({ value: name, label: t(`organisation.company.statuses.${name}`) }))}
          onChange={(status) => narrow({ status })}
        />,
        <ChoiceFilter
          key="country"
          label={t("organisation.company.country")}
          all={t("organisation.companies.allCountries")}
          value={country ? String(country) : ""}
          options={COUNTRIES.map(({ number, name }) => ({ value: String(number), label: t(name) }))}
          onChange={(country) => narrow({ country })}
        />,
        <CategoryChoice key="category" chosen={category} onChoose={(id) => narrow({ category: id })} />,
      ]}
    >
      <Allowed permission="organisation">
        <LogLink kind="company" />
        <CsvExport name="companies" fetch={() => answer(api.GET("/api/companies/export", { params: { query }, parseAs: "blob" }))} />
      </Allowed>
    </ListCard>
  );
}

/** Only people who create or change companies may read the categories. */
function CategoryChoice({ chosen, onChoose }: { chosen: number | undefined; onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useQuery({ ...read("/api/categories"), enabled: can("organisation") || can("top_level_add") });
  if (!data) return null;
  return (
    <ChoiceFilter
      label={t("organisation.company.category")}
      all={t("organisation.companies.allCategories")}
      value={chosen ? String(chosen) : ""}
      options={data.categories.map((category) => ({ value: String(category.id), label: t("organisation.newCompany.option", category) }))}
      onChange={onChoose}
    />
  );
}

function Category({ row: { category } }: Cell) {
  return <Written text={category} />;
}

function InCountry({ row: { country } }: Cell) {
  return <CountryName of={country} />;
}

function HSOneId({ row: { hsone_id } }: Cell) {
  return <Written text={hsone_id} />;
}

function Status({ row: { status } }: Cell) {
  const { t } = useTranslation();
  return status === "closed" ? (
    <span className="badge">{t("organisation.company.statuses.closed")}</span>
  ) : (
    <span className="wide-only">{t("organisation.company.statuses.open")}</span>
  );
}
