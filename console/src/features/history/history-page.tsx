import "./words";

import { SearchX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { HistoryItem } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { FindField } from "@/components/table/find-field";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { markDays } from "@/components/ui/row-time";
import { LogTabs } from "@/features/audit-log/log-tabs";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useAddress } from "@/lib/use-address";
import { useAtLeast } from "@/lib/use-media";
import { useWords } from "@/lib/use-words";

import { foldBatches, type HistoryLine } from "./batches";
import { fetchExport, useChoices, useHistory } from "./calls";
import { historyTable } from "./columns";
import { Filters, OnPaper } from "./filters";
import styles from "./history.module.css";
import { MiningFiles, type MiningFormat } from "./mining-files";
import { subjectName, subjectPage } from "./subject";
import { Changed, useVerified } from "./verified";
import { EVERYTHING, isNarrowed, readView, subjectOf, type View, writeView } from "./view";

/** Every action in every process, and whether the stored history is unchanged; for admins. */
export function HistoryPage() {
  const { t } = useTranslation();
  const [params, replaceParams] = useAddress();
  const view = readView(params);
  const change = (part: Partial<View>) => replaceParams(writeView({ ...view, ...part }));
  const choices = useChoices();
  const verified = useVerified();
  const { source, further } = useHistory(view);
  const words = useWords(view.q, (q) => change({ q }));
  const rows = useMemo(() => source.rows && markDays(foldBatches(source.rows)), [source.rows]);
  const table = useTable(historyTable, { ...source, rows }, { details: (line) => (line.others.length > 0 ? <BatchEntries of={line} /> : <EntryText entry={line} />) });
  // applies words that are still being typed, so that file and list agree
  const exportAs = (format: "csv" | MiningFormat) => () => {
    words.flush();
    return fetchExport({ ...view, q: words.typed }, format);
  };
  // on a phone the header has space for the sentence only
  const isWide = useAtLeast("sm");
  const how = <Link to={paths.verification}>{t("history.verification.open")}</Link>;
  const clear = () => {
    words.empty();
    replaceParams(writeView(EVERYTHING));
  };
  return (
    <>
      <PageHead title={t("navigation.history")} facts={[verified?.sentence ?? t("history.fact"), isWide && how]} />
      <div className="page stack">
        <LogTabs />
        <Changed />
        <OnPaper view={view} choices={choices.data} part={source.more ? (source.rows?.length ?? 0) : null} />
        <section className="card" aria-label={t("navigation.history")}>
          <TableTools
            of={table}
            room={1100}
            filters={
              <>
                <FindField label={t("history.filter.q")} words={words} />
                <Filters view={view} choices={choices.data} onChange={change} onClear={clear} />
              </>
            }
          >
            {!isWide && how}
            <MiningFiles name="history" fetch={exportAs}>
              <ExportButton label={t("history.export.csv")} hint={t("history.export.csvHint")} name="history" format="csv" fetch={exportAs("csv")} />
            </MiningFiles>
          </TableTools>
          <DataTable
            of={table}
            label={t("navigation.history")}
            failed={t("history.failed")}
            empty={
              <Empty icon={SearchX} title={t("history.empty.title")} actions={isNarrowed(view) && <Button onClick={clear}>{t("history.filter.clear")}</Button>}>
                {t("history.empty.text")}
              </Empty>
            }
            more={further ? t("history.further") : undefined}
          >
            {further && (
              <p className="card-body" role="status">
                {t("history.searched", { count: source.rows?.length ?? 0 })}
              </p>
            )}
          </DataTable>
        </section>
      </div>
    </>
  );
}

/** The listed decisions of a batch, each with its item and its process. */
function BatchEntries({ of: { others, ...newest } }: { of: HistoryLine }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.batch} aria-label={t("history.batch.label")}>
      {[newest, ...others].map(({ id, subject, process_id: process }) => (
        <li key={id}>
          <Link to={`${paths.history}?${writeView({ ...EVERYTHING, process })}`}>{t("history.batch.entry", { item: subjectName(subject, t), process })}</Link>
        </li>
      ))}
    </ul>
  );
}

/** An entry in full, with links to its item and its process. */
function EntryText({ entry }: { entry: HistoryItem }) {
  const { t } = useTranslation();
  const lines = [
    ["reason", entry.reason],
    ["note", entry.note],
    ["process", t("history.process", { title: entry.kind_title, id: entry.process_id })],
    ["from", entry.from_title],
    ["to", entry.to_title],
    ["at", formatDateTime(entry.at)],
    ["task", entry.task_id],
    ["request", entry.request_id],
  ] as const;
  const page = subjectPage(entry.subject);
  const to = (part: Partial<typeof EVERYTHING>) => `${paths.history}?${writeView({ ...EVERYTHING, ...part })}`;
  return (
    <div className={styles.opened}>
      <dl className="facts">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="facts-row">
              <dt>{t(`history.entry.${name}`)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className={styles.ways}>
        {page !== null && <Link to={page}>{t("history.ways.story", { item: subjectName(entry.subject, t) })}</Link>}
        <Link to={to({ process: entry.process_id })}>{t("history.ways.process")}</Link>
        <Link to={paths.process(entry.kind)}>{t("history.ways.kind")}</Link>
        <Link to={to({ subject: subjectOf(entry) })}>{t("history.ways.subject")}</Link>
      </p>
    </div>
  );
}
