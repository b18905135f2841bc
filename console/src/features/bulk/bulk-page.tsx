import "./words";

import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Layers, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { BulkPreview, BulkQueue, TaskRow } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Field } from "@/components/ui/field";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";
import { type Facet, useDesk } from "@/lib/desk";
import { useAddress } from "@/lib/use-address";
import { useTitles } from "@/lib/use-titles";

import { BatchList } from "./batch-list";
import styles from "./bulk.module.css";
import { fetchPreview } from "./calls";
import { Filters } from "./filters";
import { known, type Order, readOrder, selectionOf, writeOrder } from "./order";
import { NothingToOrder, OrderForm } from "./order-form";
import { sampleTable } from "./sample";
import { type Selected, useSelected } from "./use-selected";

const MOST = 50_000; // the server's limit
const NO_ROWS: readonly TaskRow[] = [];

/** Applies one outcome to all matching items: choose, check the preview, start; below it the list of all batches. */
export function BulkPage() {
  const { t } = useTranslation();
  const queues = useQuery(read("/api/bulk/queues"));
  const failure = useFailure(queues);
  return (
    <>
      <PageHead title={t("bulk.title")} facts={[t("bulk.fact")]} />
      <div className="page stack">
        {queues.data?.length === 0 ? (
          <Empty icon={Layers} title={t("bulk.choose.none.title")}>
            {t("bulk.choose.none.text")}
          </Empty>
        ) : queues.data ? (
          <Ordering queues={queues.data} />
        ) : (
          failure.error !== null && <LoadFailed title={t("bulk.choose.failed")} {...failure} onRetry={failure.retry} />
        )}
        {(queues.data?.length === 0 || failure.error !== null) && <BatchList />}
      </div>
    </>
  );
}

function Ordering({ queues }: { queues: readonly BulkQueue[] }) {
  const { t } = useTranslation();
  const [search, replaceSearch] = useAddress();
  const desk = useDesk();
  const order = readOrder(search, desk.facets);
  // published reviews are offered only together with a trial of a banned word
  const offered = queues.filter(({ past }) => !past || order.trial !== null);
  const chosen = known(order, offered, desk);
  const { queue, outcome } = chosen;
  const selection = selectionOf(chosen.order);
  const preview = useQuery({
    queryKey: ["/api/bulk/preview", selection],
    queryFn: ({ signal }) => fetchPreview(selection, signal),
    placeholderData: keepPreviousData,
    enabled: outcome !== undefined,
  });
  const of = JSON.stringify(selection);
  const selected = useSelected(of, preview.data);
  const { asked, count } = selected;
  // the preview of the whole filter does not say, for a part of its items, how many others hold and whether a second
  // person must confirm
  const part = { ...selection, task_ids: asked.task_ids ?? [] };
  const partial = useQuery({
    queryKey: ["/api/bulk/preview", part],
    queryFn: ({ signal }) => fetchPreview(part, signal),
    placeholderData: keepPreviousData,
    enabled: outcome !== undefined && part.task_ids.length > 0,
  });
  const ofPart = asked.task_ids && partial.data;
  const seen = preview.data && ofPart ? { ...preview.data, held: ofPart.held, confirmation: ofPart.confirmation } : preview.data;
  const change = (part: Partial<Order>) => replaceSearch(writeOrder({ ...chosen.order, ...part }));
  return (
    <div className={`cols ${styles.cols}`}>
      <div className={`card ${styles.order}`}>
        <Choices {...chosen} queues={offered} sample={preview.data?.sample ?? NO_ROWS} onChange={change} />
        {!outcome && <NothingToOrder />}
        {outcome && queue && seen && seen.count > 0 && count <= MOST && (
          <OrderForm
            key={`${queue.queue} ${outcome.kind} ${outcome.name}`}
            queue={queue}
            outcome={outcome}
            selection={selection}
            preview={seen}
            outdated={preview.isPlaceholderData || (ofPart !== undefined && partial.isPlaceholderData) || partial.isLoading}
            selected={selected}
            onChanged={() => {
              selected.reset();
              void preview.refetch();
            }}
          />
        )}
      </div>
      <div className={queue ? "stack" : `stack ${styles.unchosen}`}>
        {count > MOST && <Notice tone="warning">{t("bulk.preview.tooMany", { number: formatNumber(MOST) })}</Notice>}
        {outcome ? (
          <Preview facets={chosen.facets} preview={preview} selected={selected} />
        ) : queue && (
          <section className="card">
            <Empty icon={Layers} title={t("bulk.preview.nothing")}>
              {t("bulk.preview.nothingText")}
            </Empty>
          </section>
        )}
        <BatchList />
      </div>
    </div>
  );
}

interface ChoicesProps extends ReturnType<typeof known> {
  queues: readonly BulkQueue[];
  sample: readonly TaskRow[];
  onChange: (change: Partial<Order>) => void;
}

/** The choice of the items and of the outcome. */
function Choices({ queue, outcomes, outcome, facets, order, queues, sample, onChange: change }: ChoicesProps) {
  const { t } = useTranslation();
  const titles = useTitles();
  return (
    <>
      <section aria-labelledby="bulk-choose">
        <div className="card-head">
          <h2 id="bulk-choose">{t("bulk.choose.title")}</h2>
        </div>
        <div className="card-body stack">
          <Field label={t("bulk.choose.queue")} required>
            {(control) => (
              <select
                {...control}
                className="select"
                value={queue?.queue ?? ""}
                onChange={({ target }) => change({ queue: target.value, kind: "", outcome: "", company: null })}
              >
                <Unchosen of={queue} />
                {queues.map((one) => (
                  <option key={one.queue} value={one.queue}>
                    {one.past ? one.title : titles.queue(one.queue)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {order.kind && (
            <Field label={t("bulk.choose.kind")} hint={t("bulk.choose.kindHint")}>
              {(control) => (
                <select {...control} className="select" value={order.kind} onChange={({ target }) => change({ kind: target.value })}>
                  {queue?.kinds.map(({ kind }) => (
                    <option key={kind} value={kind}>
                      {titles.kind(kind)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Filters order={order} facets={facets} sample={sample} past={!queue || queue.past} onChange={change} />
        </div>
      </section>
      <section aria-labelledby="bulk-decide">
        <div className={`card-head ${styles.next}`}>
          <h2 id="bulk-decide">{t("bulk.choose.decide")}</h2>
        </div>
        <div className="card-body">
          <Field label={t("bulk.choose.outcome")} required hint={queue ? undefined : t("bulk.choose.queueFirst")}>
            {(control) => (
              <select
                {...control}
                className="select"
                disabled={!queue}
                value={outcome?.name ?? ""}
                onChange={({ target }) => change({ outcome: target.value })}
              >
                <Unchosen of={outcome} />
                {outcomes.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </section>
    </>
  );
}

/** The text of a select while nothing is chosen. */
function Unchosen({ of }: { of: object | undefined }) {
  const { t } = useTranslation();
  return of ? null : (
    <option value="" disabled>
      {t("bulk.choose.unchosen")}
    </option>
  );
}

interface PreviewProps {
  facets: readonly Facet[];
  preview: UseQueryResult<BulkPreview>;
  selected: Selected;
}

/** The matching items, of which some can be selected: a few, or the whole sample on request. */
function Preview({ facets, preview, selected }: PreviewProps) {
  const { t } = useTranslation();
  const { data } = preview;
  const { shown } = selected;
  const table = useTable(sampleTable(facets), useWhole(preview, data && shown), { selection: selected });
  const further = data ? data.sample.length - shown.length : 0;
  return (
    <section className="card" aria-labelledby="bulk-preview">
      <div className="card-head">
        <h2 id="bulk-preview">{t("bulk.preview.title")}</h2>
        <p className={`soft ${styles.facts}`} role="status">
          {data && (
            <>
              <strong>{t("bulk.preview.count", { count: data.count, number: formatNumber(data.count) })}</strong>
              {data.count > 0 &&
                `; ${data.count > shown.length ? t("bulk.preview.sample", { count: shown.length }) : t("bulk.preview.all")}`}
              {data.held > 0 && `; ${t("bulk.preview.held", { count: data.held, number: formatNumber(data.held) })}`}
            </>
          )}
        </p>
      </div>
      {data && data.count > 0 && <HowMany of={selected} fitting={data.count} />}
      {table.narrow && <TableTools of={table} />}
      <DataTable
        of={table}
        label={t("bulk.preview.title")}
        failed={t("bulk.preview.failed")}
        empty={
          <Empty icon={SearchX} title={t("bulk.preview.empty")}>
            {t("bulk.preview.emptyText")}
          </Empty>
        }
      >
        {further > 0 && (
          <div className="card-foot">
            <Button onClick={selected.showMore}>{t("bulk.preview.more", { count: further })}</Button>
          </div>
        )}
      </DataTable>
    </section>
  );
}

/**
 * How many items are selected. Items that are not shown are only selected with this button, and their number is stated.
 */
function HowMany({ of: { count, unseen, selectEverything, clear }, fitting }: { of: Selected; fitting: number }) {
  const { t } = useTranslation();
  const said = count === 0 ? "none" : count === fitting ? "everything" : "selected";
  return (
    <div className={`row wrap ${styles.selected}`}>
      <p role="status">
        {t(`bulk.preview.${said}`, { count, number: formatNumber(count) })}
        {unseen > 0 && ` ${t("bulk.preview.unseen", { count: unseen, number: formatNumber(unseen) })}`}
      </p>
      {count < fitting && unseen === 0 && (
        <Button size="s" onClick={selectEverything}>
          {t("bulk.preview.selectAll", { number: formatNumber(fitting) })}
        </Button>
      )}
      {unseen > 0 && (
        <Button size="s" onClick={clear}>
          {t("bulk.preview.clear")}
        </Button>
      )}
    </div>
  );
}
