import "./words";

import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { SearchX } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { isMissing } from "@/api/error";
import { read } from "@/api/queries";
import type { BatchDetail } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Letter } from "@/components/desk/letter";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { useMe } from "@/features/session/use-me";
import { formatNumber, formatShortDay, formatSpan, formatTime } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import type { FacetValue } from "@/lib/facets";
import { paths } from "@/lib/paths";
import { useFacetWords } from "@/lib/use-facet-words";
import { useMoment } from "@/lib/use-moment";
import { useTitles } from "@/lib/use-titles";

import { BatchActions } from "./batch-actions";
import { BatchBar, BatchLegend, partsOf } from "./batch-bar";
import { BatchLog } from "./batch-log";
import { BatchRequest } from "./batch-request";
import { BatchResults } from "./batch-results";
import { BatchStateBadge } from "./batch-state";
import { BatchTrouble } from "./batch-trouble";
import styles from "./bulk.module.css";
import { useSaidFlag } from "./facet-field";
import { useBatch, useBatchSource } from "./use-batch";

/** One batch: its progress, its actions, and the result of each item. */
export function BatchPage() {
  const { t } = useTranslation();
  const back = useWayBack();
  const { batchID } = useParams();
  const batch = useBatch(Number(batchID));
  const failure = useFailure(batch);
  const missing = isMissing(failure.error);
  if (batch.data) return <Found batch={batch.data} />;
  return (
    <>
      <PageHead title={t("navigation.batch")} facts={missing ? undefined : []} back={back} />
      <div className="page">
        {missing ? (
          <Empty
            icon={SearchX}
            title={t("bulk.batch.notFound")}
            actions={
              <Link className={buttonClass()} to={paths.bulkModerate}>
                {t("bulk.batch.back")}
              </Link>
            }
          />
        ) : (
          failure.error !== null && (
            <LoadFailed title={t("bulk.batch.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
          )
        )}
      </div>
    </>
  );
}

function useWayBack() {
  const { t } = useTranslation();
  return { to: paths.bulkModerate, label: t("bulk.batch.back") };
}

function Found({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const me = useMe();
  const back = useWayBack();
  const { label, total } = batch;
  // a colleague who may read the filter is asked to confirm, and sees what they would confirm
  const isAsked = batch.state === "confirming" && batch.by.id !== me.id && batch.filter !== null;
  const title = t("bulk.order.start", { label, count: total, number: formatNumber(total) });
  const from = useBatchSource()(batch);
  const facts = [<Link key="back" to={back.to}>{back.label}</Link>, t("bulk.list.number", { id: batch.id }), t("bulk.batch.from", { queue: from }), batch.by.name, momentOf(batch.at)];
  return (
    <>
      <PageHead title={title} facts={facts} back={back} />
      <div className="page">
        <div className={isAsked ? `cols ${styles.asking}` : "cols"}>
          <div className="stack">
            {isAsked ? <BatchRequest batch={batch} /> : <State batch={batch} />}
            {isAsked ? null : batch.filter === null ? <p className="soft">{t("bulk.batch.closed")}</p> : <BatchResults batch={batch} />}
          </div>
          <div className="stack">
            {batch.filter !== null && <WhatItDoes batch={batch} filter={batch.filter} />}
            <BatchLog batch={batch} />
          </div>
        </div>
      </div>
    </>
  );
}

/** The progress: one number, one bar, and the actions. */
function State({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const { state, total, done, rolled_back: rolledBack } = batch;
  const left = state === "running" && batch.waiting > 0 && batch.seconds_left !== null;
  const goesBack = state === "rolling_back" || state === "rolled_back";
  return (
    <section className="card" aria-label={t("bulk.columns.state")}>
      <div className="card-head">
        <h2>{state === "done" ? t("bulk.states.done") : t("bulk.batch.items", { count: total, number: formatNumber(total) })}</h2>
        {state !== "done" && <BatchStateBadge state={state} />}
        <span className="sr" role="status">
          {t(`bulk.states.${state}`)}
        </span>
      </div>
      <div className="card-body stack">
        <div className={`row wrap base ${styles.figure}`}>
          <p>
            <b>{formatNumber(goesBack ? rolledBack : done)}</b> {t(goesBack ? "bulk.batch.rolledBackOf" : "bulk.batch.decidedOf", { total: formatNumber(total) })}
          </p>
          {left && <p className="soft">{t("bulk.batch.left", { span: formatSpan(batch.seconds_left ?? 0) })}</p>}
          {state === "done" && batch.started_at && batch.finished_at && (
            <p className="soft">{sayTook(new Date(batch.finished_at).getTime() - new Date(batch.started_at).getTime(), t)}</p>
          )}
          {state === "confirming" && batch.expires_at && <p className="soft">{t("bulk.batch.expires", { time: formatTime(batch.expires_at) })}</p>}
        </div>
        <BatchBar batch={batch} />
        {partsOf(batch).length > 1 && <BatchLegend batch={batch} />}
        <BatchTrouble batch={batch} />
        <BatchActions batch={batch} />
      </div>
    </section>
  );
}

const MINUTE_MS = 60_000;

const sayTook = (ms: number, t: TFunction): string =>
  ms < MINUTE_MS ? t("bulk.batch.tookLittle") : t("bulk.batch.took", { span: formatSpan(ms / 1_000) });

interface DoesProps {
  batch: BatchDetail;
  filter: Record<string, unknown>;
}

/** The filter and the form, which a second person must read before they confirm. */
function WhatItDoes({ batch, filter }: DoesProps) {
  const { t } = useTranslation();
  const { queue, title, label, note, form, writes } = batch;
  const desk = useDesk();
  const titles = useTitles();
  const sayFilter = useSaidFilter();
  const parts = Object.entries(filter);
  const listed = queueNamed(desk, queue);
  const said: [string, ReactNode][] = [
    [t("bulk.choose.queue"), listed ? <Link to={pathOf(listed)}>{titles.queue(queue)}</Link> : title],
    [t("bulk.batch.which"), parts.length === 0 ? t("bulk.batch.everything") : parts.map(([name, value]) => sayFilter(name, value)).join("; ")],
    [t("bulk.batch.outcome"), label],
    ...(form ?? []).map((field): [string, ReactNode] => [field.title, <bdi key="value">{field.value}</bdi>]),
    ...(note ? [[t("bulk.batch.note"), <bdi key="note">{note}</bdi>] satisfies [string, ReactNode]] : []),
    ...(writes
      ? ([
          [t("bulk.batch.tells"), <Letters key="letters" batch={batch} />],
          [t("bulk.batch.holds"), t("bulk.batch.heldFor", { span: formatSpan(batch.hold_seconds) })],
        ] satisfies [string, ReactNode][])
      : []),
  ];
  return (
    <section className="card" aria-labelledby="batch-asked">
      <div className="card-head">
        <h2 id="batch-asked">{t("bulk.batch.what")}</h2>
      </div>
      <dl className={`card-body ${styles.asked}`}>
        {said.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="dim">{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** The recipients, and the letter's text. */
function Letters({ batch: { id, state, total } }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const sample = useQuery({ ...read("/api/bulk/{batch_id}/sample", { path: { batch_id: id } }), enabled: state === "confirming" });
  const letter = sample.data?.letter;
  return (
    <>
      {t("bulk.batch.authors", { count: total, number: formatNumber(total) })}{" "}
      {letter && (
        <button type="button" className="as-link nowrap" onClick={() => setOpen(true)}>
          {t("bulk.batch.seeLetter")}
        </button>
      )}
      {letter && open && (
        <Dialog title={t("bulk.batch.letter")} description={`${t("bulk.batch.example")}: ${letter.to ?? t("bulk.batch.noAddress")}`} onClose={() => setOpen(false)}>
          <Letter subject={letter.subject} body={letter.body} />
        </Dialog>
      )}
    </>
  );
}

function useSaidFilter(): (name: string, value: unknown) => string {
  const { t } = useTranslation();
  const { facets } = useDesk();
  const words = useFacetWords();
  const sayFlag = useSaidFlag();
  return (name, value) => {
    const facet = facets.find((each) => each.name === name);
    if (!facet) return sayFilter(name, value, t);
    return facet.type === "flag" ? sayFlag(name, words.title(facet), value === true) : words.value(facet, value as FacetValue);
  };
}

function sayFilter(name: string, value: unknown, t: TFunction): string {
  switch (name) {
    case "company":
      return t("work.filter.companyNumber", { id: Number(value) });
    case "without":
    case "chosen":
      return t(`bulk.batch.${name}`, { count: Number(value), number: formatNumber(Number(value)) });
    case "trial":
      return t("bulk.filter.trial");
    case "since":
      return `${t("bulk.filter.since")} ${formatShortDay(String(value))}`;
    case "until": // the filter's end is exclusive, so show the day before
      return `${t("bulk.filter.until")} ${formatShortDay(new Date(String(value)).getTime() - 1)}`;
    default:
      return `${t("bulk.filter.q")}: “${String(value)}”`;
  }
}
