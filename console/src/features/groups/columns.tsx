import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Group } from "@/api/types";
import { CountryName } from "@/components/organisation/country-name";
import { declareTable } from "@/components/table/columns";
import { formatNumber, formatShortDay } from "@/lib/dates";
import { paths } from "@/lib/paths";

interface Cell {
  row: Group;
}

/** The list of groups. */
export const groupTable = declareTable<Group>({
  name: "groups",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "organisation.group.name", Cell: Name, width: 240, grow: true, sort: "server", fromA: true },
    { id: "companies", header: "organisation.group.companies", Cell: Companies, width: 112, align: "end" },
    { id: "slug", header: "organisation.group.slug", Cell: Slug, width: 200, optional: "shown" },
    { id: "internal", header: "organisation.group.internal", Cell: Internal, width: 96, optional: "shown" },
    { id: "country", header: "organisation.group.country", Cell: InCountry, width: 160, optional: "shown" },
    { id: "created", header: "organisation.company.created", Cell: Created, width: 112, align: "end", sort: "server", optional: "shown" },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <Link className="cut" to={paths.group(id)} dir="auto" title={name}>
      {name}
    </Link>
  );
}

function Companies({ row: { companies } }: Cell) {
  return <span>{formatNumber(companies)}</span>;
}

function Slug({ row: { slug } }: Cell) {
  return slug ? <bdi className="cut">{slug}</bdi> : <span className="dim">–</span>;
}

function Internal({ row: { internal } }: Cell) {
  const { t } = useTranslation();
  return <span>{t(internal ? "organisation.yes" : "organisation.no")}</span>;
}

function InCountry({ row: { country } }: Cell) {
  return <CountryName of={country} />;
}

function Created({ row: { created } }: Cell) {
  return <time dateTime={created}>{formatShortDay(created)}</time>;
}
