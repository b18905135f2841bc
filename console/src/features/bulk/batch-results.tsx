import { SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { BatchDetail, BatchItem } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { Nothing } from "@/components/ui/nothing";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./bulk.module.css";
import { fetchResultsFile } from "./calls";
import { countOf, type ResultName, RESULTS } from "./results-of";
import { sayReason } from "./say-reason";

interface Line extends BatchItem {
  batch: BatchDetail;
}

interface Cell {
  row: Line;
}

const resultTable = declareTable<Line>({
  name: "batch-results",
  rowKey: (row) => row.id,
  columns: [
    { id: "item", header: "bulk.columns.item", Cell: Item, width: 200, grow: true },
    { id: "company", header: "bulk.columns.company", Cell: Company, width: 168, narrow: "line" },
    { id: "result", header: "bulk.columns.result", Cell: Result, width: 216, narrow: "line" },
  ],
});

const MANY = 8; // the maximum number of skeleton rows

/** The result of each item, with the holder's name. */
export function BatchResults({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<ResultName>("");
  // refetch whenever an item gets a result
  const version = RESULTS.map((name) => countOf(batch, name)).join(" ");
  const pages = usePages(["/api/bulk/{batch_id}/items", batch.id, result, version, batch.state], (cursor, signal) => {
    const query = { result, ...(cursor && { cursor }) };
    return answer(api.GET("/api/bulk/{batch_id}/items", { params: { path: { batch_id: batch.id }, query }, signal }));
  });
  const chips = RESULTS.filter((name) => name === "" || name === result || countOf(batch, name) > 0);
  const count = countOf(batch, result);
  // as high as the rows to come
  const declared = useMemo(() => ({ ...resultTable, skeletons: Math.min(Math.max(count, 1), MANY) }), [count]);
  const table = useTable(declared, { ...pages, outdated: false, rows: pages.rows?.map((item) => ({ ...item, batch })) });
  return (
    <section className="card" aria-label={t("bulk.results.title")}>
      <TableTools
        of={table}
        {...(chips.length > 2 ? {} : { title: t("bulk.results.title") })}
        filters={
          chips.length > 2 && <div className="row wrap" role="group" aria-label={t("bulk.results.title")}>
            {chips.map((name) => (
              <button key={name} type="button" className="chip" aria-pressed={name === result} onClick={() => setResult(name)}>
                {t(`bulk.results.${name || "all"}`)} {formatNumber(countOf(batch, name))}
              </button>
            ))}
          </div>
        }
      >
        <ExportButton
          label={t("table.export.label")}
          hint={t("bulk.results.csvHint")}
          name={`batch-${batch.id}`}
          format="csv"
          fetch={() => fetchResultsFile(batch.id, result)}
        />
      </TableTools>
      <DataTable
        of={table}
        label={t("bulk.results.title")}
        failed={t("bulk.results.failedToLoad")}
        empty={<Empty icon={SearchX} title={t("bulk.results.empty")} />}
      />
    </section>
  );
}

/** The page of an item, by kind. */
const PAGES: Record<string, (id: number) => string> = {
  review_moderation: paths.review,
  ticket_resolution: paths.ticket,
  testimonial_transcription: paths.testimonial,
};

function Item({ row }: Cell) {
  const { t } = useTranslation();
  const { subject_id: id } = row;
  const page = id !== null && PAGES[row.batch.kind]?.(id);
  const title = row.title || t("work.item.untitled");
  return (
    <span className={styles.item}>
      <bdi className="dim tabular">{id ?? "–"}</bdi>
      {page ? (
        <Link className="plain cut" to={page} dir="auto">
          {title}
        </Link>
      ) : (
        <bdi className="cut">{title}</bdi>
      )}
    </span>
  );
}

function Company({ row }: Cell) {
  return row.company ? <bdi className="cut block">{row.company}</bdi> : <Nothing />;
}

const TONES = { waiting: "hollow", done: "tone-success", skipped: "tone-warning", failed: "tone-danger", rolled_back: "hollow" } as const;

/** The result, with its reason if there is one. */
function Result({ row }: Cell) {
  const { t } = useTranslation();
  const why = sayReason(row.code, t, { holder: row.holder, owner: row.batch.by });
  return (
    <>
      <span className={`badge badge-dot ${TONES[row.result]}`}>{t(`bulk.results.${row.result}`)}</span>
      {why && <span className="soft dot">{why}</span>}
    </>
  );
}
