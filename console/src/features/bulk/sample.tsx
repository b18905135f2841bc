import { useTranslation } from "react-i18next";

import { companyOf, excerptOf, titleOf } from "@/api/subjects";
import type { TaskRow } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { type Column, declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Nothing } from "@/components/ui/nothing";
import type { Facet } from "@/lib/desk";
import { useSaidFacets } from "@/lib/use-facet-words";

import styles from "./bulk.module.css";

interface Cell {
  row: TaskRow;
}

const withColumns = (...columns: Column<TaskRow>[]) =>
  declareTable<TaskRow>({
    name: "bulk-sample",
    rowKey: (row) => row.task_id,
    skeletons: 6, // as many as are shown at first
    steps: false,
    columns: [
      { id: "item", header: "bulk.columns.item", Cell: Item, width: 280, grow: true },
      ...columns,
      { id: "held", header: "bulk.columns.held", Cell: Held, width: 112, narrow: "line" },
      { id: "arrived", header: "bulk.columns.arrived", Cell: Arrived, width: 92, align: "end", narrow: "end" },
    ],
  });

const WITH_STARS = withColumns({ id: "rating", header: "bulk.columns.rating", Cell: Rating, width: 88, narrow: "line" });
const WITH_FACETS = withColumns({ id: "facets", header: "bulk.columns.facets", Cell: Facets, width: 168, narrow: "line" });
const PLAIN = withColumns();

/** The first matching items, with a column for the facets that their kinds declare. */
export function sampleTable(facets: readonly Facet[]) {
  if (facets.some(({ name }) => name === "rating")) return WITH_STARS;
  return facets.length > 0 ? WITH_FACETS : PLAIN;
}

/** The title, the company and the text: a person decides by these, not by the title alone. */
function Item({ row }: Cell) {
  const title = titleOf(row.summary) ?? `#${row.task_id}`;
  const text = excerptOf(row.summary);
  const company = companyOf(row.summary);
  return (
    <>
      <bdi className="strong">{title}</bdi>
      {company && <bdi className="soft dot">{company}</bdi>}
      {text && text !== title && <bdi className={`block soft ${styles.words}`}>{text}</bdi>}
    </>
  );
}

function Rating({ row }: Cell) {
  const { rating } = row.summary as { rating?: number | null };
  return rating ? <Stars rating={rating} /> : <Nothing />;
}

function Facets({ row }: Cell) {
  const said = useSaidFacets()(row.summary);
  return said.length > 0 ? <bdi>{said.map(({ text }) => text).join(", ")}</bdi> : <Nothing />;
}

function Held({ row }: Cell) {
  const { t } = useTranslation();
  const name = row.locked ? row.locked_by : row.assigned_to?.name;
  return name ? <bdi className="cut block">{name}</bdi> : <span className="dim wide-only">{t("bulk.columns.nobody")}</span>;
}

function Arrived({ row }: Cell) {
  return <Age at={row.created_at} />;
}
