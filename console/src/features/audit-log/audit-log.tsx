import { Plus } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { LogEntry, LogKind } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { declareTable } from "@/components/table/columns";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";
import { useShortMoment } from "@/lib/use-moment";

interface Cell {
  row: LogEntry;
}

/** The entries of an audit log (spec, section 2). */
const logTable = declareTable<LogEntry>({
  name: "audit-log",
  rowKey: (row) => row.id,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "at", header: "organisation.log.at", Cell: At, width: 144, sort: "server", time: true, narrow: "line", Line: AtByWhom },
    { id: "user", header: "organisation.log.user", Cell: User, width: 176 },
    { id: "text", header: "organisation.log.text", Cell: Text, width: 240, grow: true, narrow: "name" },
  ],
});

const EntryDialog = lazyPart(async () => ({ default: (await import("./entry-dialog")).EntryDialog }));

const NEWEST_FIRST = { by: "at", ascending: false };

interface Props {
  kind: LogKind;
  id: number;
  /** People may add entries by hand. */
  manual?: boolean;
  /** The maximum number of entries until all are requested, for the side of a page. */
  most?: number;
}

/** The audit log of one thing: time, user and log text, newest first. */
export function AuditLog({ kind, id, manual = false, most = Infinity }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const [writing, setWriting] = useState(false);
  const path = { kind, subject_id: id };
  const sorting = useSortInAddress(logTable, NEWEST_FIRST, "log-");
  const direction = sorting.current?.ascending ? "asc" : "desc";
  const entries = usePages(["/api/audit/{kind}/{subject_id}", { path }, direction], (cursor, signal) =>
    answer(api.GET("/api/audit/{kind}/{subject_id}", { params: { path, query: { direction, cursor } }, signal })),
  );
  const save = () =>
    answer(api.GET("/api/audit/{kind}/{subject_id}/export", { params: { path, query: { direction } }, parseAs: "blob" }));
  const [all, setAll] = useState(false);
  const isCut = !all && (entries.rows?.length ?? 0) > most;
  const table = useTable(logTable, isCut ? { ...entries, rows: entries.rows?.slice(0, most), more: undefined } : entries, { sorting });
  const isEmpty = table.rows?.length === 0 && !entries.more;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.log.title")}</h2>
        <span className="end" />
        {isEmpty && <span className="meta">{t("organisation.log.empty")}</span>}
        {table.rows?.length ? <CsvExport name="audit-log" fetch={save} /> : null}
        {manual && (
          <Button size="s" icon={Plus} onClick={() => setWriting(true)}>
            {t("organisation.log.add")}
          </Button>
        )}
      </div>
      <DataTable of={table} label={t("organisation.log.title")} failed={t("organisation.log.failed")} empty={null} />
      {isCut && (
        <div className="card-foot">
          <Button size="s" onClick={() => setAll(true)}>
            {t("organisation.log.all")}
          </Button>
        </div>
      )}
      {!manual && <p className="card-foot meta">{t("organisation.log.notManual")}</p>}
      {writing && (
        <Suspense fallback={<HoldKeys />}>
          <EntryDialog kind={kind} id={id} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  );
}

function At({ row: { at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}

function AtByWhom({ row }: Cell) {
  return (
    <span className="meta">
      <At row={row} />
      <span className="dot" />
      <User row={row} />
    </span>
  );
}

function User({ row: { user } }: Cell) {
  const { t } = useTranslation();
  return <bdi className="cut">{user ? user.name : t("organisation.log.product")}</bdi>;
}

function Text({ row: { text } }: Cell) {
  return (
    <span dir="auto">
      {text}
    </span>
  );
}
