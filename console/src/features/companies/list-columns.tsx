import { useTranslation } from "react-i18next";

import type { CompanyRow } from "@/api/types";
import { CompanyId, CompanyLink, CompanyPostcode, Written } from "@/components/organisation/company-cells";
import { CountryName } from "@/components/organisation/country-name";
import { declareTable } from "@/components/table/columns";

interface Cell {
  row: CompanyRow;
}

/** The list of companies. */
export const companyTable = declareTable<CompanyRow>({
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
