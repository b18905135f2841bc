import { useInfiniteQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { readPages } from "@/api/queries";
import type { Batch } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Due } from "@/components/desk/due";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import type { Source } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useMe } from "@/features/session/use-me";
import { formatDateTime, formatNumber, formatTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay, useShortMoment } from "@/lib/use-moment";

import { BatchBar } from "./batch-bar";
import { BatchStateBadge } from "./batch-state";
import styles from "./bulk.module.css";
import { finishedOf, isMoving } from "./results-of";
import { useBatchSource } from "./use-batch";

const POLL_MS = 2_000;
const POLL_IDLE_MS = 15_000; // other people start batches too

interface Cell {
  row: Batch;
}

const batchTable = declareTable<Batch>({
  name: "batches",
  rowKey: (row) => row.id,
  skeletons: 3,
  lines: 2,
  columns: [
    { id: "batch", header: "bulk.columns.batch", Cell: Name, width: 320, grow: true },
    { id: "state", header: "bulk.columns.state", Cell: State, width: 176, narrow: "line" },
    { id: "who", header: "bulk.columns.who", Cell: Who, width: 140, priority: "low" },
    { id: "when", header: "bulk.columns.when", Cell: When, width: 80, priority: "low" },
    { id: "progress", header: "bulk.columns.progress", Cell: Progress, width: 152, quietHeader: true, narrow: "end", Line: FinishedOrConfirm },
  ],
});

/** The batches of all people, newest first. */
export function BatchList() {
  const { t } = useTranslation();
  const source = useBatches();
  // batches that wait for a confirmation come first: this reader may be the second person
  const rows = source.rows?.toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const table = useTable(batchTable, { ...source, rows });
  return (
    <section className={rows?.some(isAsked) ? `card ${styles.asks}` : "card"} aria-labelledby="bulk-batches">
      <div className="card-head">
        <h2 id="bulk-batches">{t("bulk.list.title")}</h2>
      </div>
      <DataTable
        of={table}
        label={t("bulk.list.title")}
        failed={t("bulk.list.failed")}
        empty={
          <Empty icon={Layers} title={t("bulk.list.empty")}>
            {t("bulk.list.emptyText")}
          </Empty>
        }
      />
    </section>
  );
}

const isAsked = ({ state }: Batch) => state === "confirming";

function useBatches(): Source<Batch> {
  const query = useInfiniteQuery({
    ...readPages("/api/bulk"),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isMoving)) ? POLL_MS : POLL_IDLE_MS),
  });
  const failure = useFailure(query);
  return {
    ...failure,
    rows: query.data?.pages.flatMap(({ items }) => items),
    error: query.data && !query.isFetchNextPageError ? null : failure.error,
    outdated: false,
    more: query.hasNextPage ? { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage } : undefined,
  };
}

function Name({ row }: Cell) {
  const { t } = useTranslation();
  const sourceOf = useBatchSource();
  const momentOf = useShortMoment(true);
  return (
    <>
      <Link className="plain cut block" to={paths.batch(row.id)}>
        {t("bulk.list.name", { label: row.label, count: row.total, number: formatNumber(row.total) })}
      </Link>
      <span className="meta cut block">
        {sourceOf(row)}
        <span className="dot">{t("bulk.list.number", { id: row.id })}</span>
        <bdi className={`dot ${styles.ofWho}`}>{row.by.name}</bdi>
        <time className={`dot ${styles.ofWhen}`} dateTime={row.at} title={formatDateTime(row.at)}>
          {momentOf(row.at)}
        </time>
      </span>
    </>
  );
}

function Who({ row }: Cell) {
  return (
    <bdi className={`cut block ${styles.who}`} title={row.by.name}>
      {row.by.name}
    </bdi>
  );
}

function When({ row: { at } }: Cell) {
  const dayOf = useDay();
  return (
    <time className={styles.when} dateTime={at} title={formatDateTime(at)}>
      {dayOf(at)}
    </time>
  );
}

function State({ row }: Cell) {
  const { t } = useTranslation();
  const me = useMe();
  if (!isAsked(row)) return <BatchStateBadge state={row.state} />;
  return (
    <span className={styles.waits}>
      <span className="strong">{t(row.by.id === me.id ? "bulk.list.forAnother" : "bulk.list.forYou")}</span>
      {row.expires_at && (
        <span className={styles.until}>
          <Due createdAt={row.at} dueAt={row.expires_at} queue={undefined} short />
          <span className="meta">{t("bulk.list.until", { time: formatTime(row.expires_at) })}</span>
        </span>
      )}
    </span>
  );
}

function Finished({ row }: Cell) {
  return useTranslation().t("bulk.list.progress", { done: formatNumber(finishedOf(row)), total: formatNumber(row.total) });
}

function Confirm({ row }: Cell) {
  return (
    <Link className={buttonClass("primary", "s")} to={paths.batch(row.id)}>
      {useTranslation().t("bulk.list.confirm")}
    </Link>
  );
}

function FinishedOrConfirm({ row }: Cell) {
  const me = useMe();
  return isAsked(row) && row.by.id !== me.id ? <Confirm row={row} /> : <Finished row={row} />;
}

/** The share of finished items. For a person who may confirm the batch: a link to it. */
function Progress({ row }: Cell) {
  const me = useMe();
  if (isAsked(row) && row.by.id !== me.id) return <Confirm row={row} />;
  return (
    <span className={styles.progress}>
      <BatchBar batch={row} />
      <Finished row={row} />
    </span>
  );
}
