import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { GroupRow } from "@/api/types";
import { Mean } from "@/components/desk/mean";
import { CountryName } from "@/components/organisation/country-name";
import { declareTable } from "@/components/table/columns";
import { Count, Nothing } from "@/components/ui/nothing";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";

interface Cell {
  row: GroupRow;
}

/** The list of groups. */
export const groupTable = declareTable<GroupRow>({
  name: "groups",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "organisation.group.name", Cell: Name, width: 240, wide: 400, sort: "server", fromA: true },
    { id: "slug", header: "organisation.group.slug", Cell: Slug, width: 200, optional: "shown" },
    { id: "country", header: "organisation.group.country", Cell: InCountry, width: 160, grow: true, optional: "shown" },
    { id: "companies", header: "organisation.group.companies", Cell: Companies, width: 112, align: "end", Line: InShort, narrow: "line" },
    { id: "reviews", header: "organisation.members.reviews", Cell: Reviews, width: 96, align: "end", optional: "shown" },
    { id: "rating", header: "organisation.members.rating", Cell: Rating, width: 80, align: "end", optional: "shown", narrow: "end" },
    { id: "created", header: "organisation.company.created", Cell: Created, width: 112, align: "end", sort: "server", optional: "shown", priority: "low" },
  ],
});

function Name({ row: { id, name, internal } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className="row">
      <Link className="plain cut" to={paths.group(id)} dir="auto" title={name}>
        {name}
      </Link>
      {internal && <span className="badge">{t("organisation.group.internal")}</span>}
    </span>
  );
}

function Companies({ row: { companies } }: Cell) {
  return <span>{formatNumber(companies)}</span>;
}

function Reviews({ row: { reviews } }: Cell) {
  return <Count of={reviews} />;
}

function Rating({ row: { rating } }: Cell) {
  return <Mean rating={rating} />;
}

function InShort({ row: { companies, slug } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className="cut">
      {t("organisation.group.counted", { count: companies })}
      {slug && <bdi className="dot">{slug}</bdi>}
    </span>
  );
}

function Slug({ row: { slug } }: Cell) {
  return slug ? <bdi className="soft cut">{slug}</bdi> : <Nothing />;
}

function InCountry({ row: { country } }: Cell) {
  return (
    <span className="soft">
      <CountryName of={country} />
    </span>
  );
}

function Created({ row: { created } }: Cell) {
  const dayOf = useDay();
  return <time className="soft nowrap" dateTime={created}>{dayOf(created)}</time>;
}
