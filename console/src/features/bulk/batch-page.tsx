import "./words";

import type { TFunction } from "i18next";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { isMissing } from "@/api/error";
import type { BatchDetail, FormAnswer } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { LoadFailed } from "@/components/ui/load-failed";
import { formatNumber, formatShortDay, formatSpan, formatTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { BatchActions } from "./batch-actions";
import { BatchResults } from "./batch-results";
import { BatchStateBadge } from "./batch-state";
import { BatchTrouble } from "./batch-trouble";
import styles from "./bulk.module.css";
import { finishedOf } from "./results-of";
import { useBatch, useBatchName } from "./use-batch";

/** One batch: how far it is, what can be done to it, and what became of each item. */
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
        {failure.error !== null && (
          <LoadFailed title={t(missing ? "bulk.batch.notFound" : "bulk.batch.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
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
  const back = useWayBack();
  const title = useBatchName()(batch);
  const people = [
    t("bulk.batch.by", { name: batch.by.name }),
    momentOf(batch.at),
    batch.confirmed_by && t("bulk.batch.confirmed", { name: batch.confirmed_by.name }),
    batch.cancelled_by && t("bulk.batch.cancelled", { name: batch.cancelled_by.name }),
  ];
  return (
    <>
      <PageHead title={title} facts={people} back={back} />
      <div className="page stack">
        <section className="card" aria-label={t("bulk.columns.state")}>
          <div className="card-body stack-s">
            <Progress batch={batch} />
            <BatchTrouble batch={batch} />
            <BatchActions batch={batch} />
          </div>
        </section>
        {batch.filter === null ? (
          <p className="soft">{t("bulk.batch.closed")}</p>
        ) : (
          <>
            <WhatWasAsked filter={batch.filter} form={batch.form ?? []} />
            <BatchResults batch={batch} />
          </>
        )}
        <p>
          <Link to={paths.bulkModerate}>{t("bulk.batch.back")}</Link>
        </p>
      </div>
    </>
  );
}

function Progress({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const finished = finishedOf(batch);
  const left = batch.state === "running" && batch.waiting > 0 && batch.seconds_left !== null;
  const progress = t("bulk.batch.progress", { done: formatNumber(finished), total: formatNumber(batch.total) });
  return (
    <>
      <div className="row wrap">
        <BatchStateBadge state={batch.state} />
        <span className="soft">{progress}</span>
        {left && <span className="soft">{t("bulk.batch.left", { span: formatSpan(batch.seconds_left ?? 0) })}</span>}
        {batch.state === "confirming" && batch.expires_at && (
          <span className="soft">{t("bulk.batch.expires", { time: formatTime(batch.expires_at) })}</span>
        )}
      </div>
      <progress className={styles.progress} max={batch.total} value={finished} aria-label={progress} />
      <span className="sr" role="status">
        {t(`bulk.states.${batch.state}`)}
      </span>
    </>
  );
}

/** The filter and the form, as a second person must read them before they confirm. */
function WhatWasAsked({ filter, form }: { filter: Record<string, unknown>; form: readonly FormAnswer[] }) {
  const { t } = useTranslation();
  const parts = Object.entries(filter);
  return (
    <section className="card" aria-labelledby="batch-asked">
      <div className="card-head">
        <h2 id="batch-asked">{t("bulk.batch.what")}</h2>
      </div>
      <dl className={`card-body ${styles.asked}`}>
        <dt className="soft">{t("bulk.batch.which")}</dt>
        <dd>{parts.length === 0 ? t("bulk.batch.everything") : parts.map(([name, value]) => sayFilter(name, value, t)).join("; ")}</dd>
        {form.map(({ title, value }) => (
          <Fragment key={title}>
            <dt className="soft">{title}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function sayFilter(name: string, value: unknown, t: TFunction): string {
  switch (name) {
    case "rating":
      return t("work.filter.stars", { count: Number(value) });
    case "flagged":
      return t(value ? "bulk.filter.flaggedYes" : "bulk.filter.flaggedNo");
    case "company":
      return t("work.filter.companyNumber", { id: Number(value) });
    case "without":
    case "chosen":
      return t(`bulk.batch.${name}`, { count: Number(value), number: formatNumber(Number(value)) });
    case "trial":
      return t("bulk.filter.trial");
    case "since":
      return `${t("bulk.filter.since")} ${formatShortDay(String(value))}`;
    case "until": // the filter ends with the day before
      return `${t("bulk.filter.until")} ${formatShortDay(new Date(String(value)).getTime() - 1)}`;
    default:
      return `${t("bulk.filter.q")}: “${String(value)}”`;
  }
}
