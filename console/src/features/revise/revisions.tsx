import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { Revision } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDateTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { DiffOfWords } from "./diff-of-words";
import { wordsOfRevision } from "./fields";
import styles from "./revise.module.css";
import { useRevisions } from "./use-revisions";

const AGAINST = ["before", "first"] as const;
type Against = (typeof AGAINST)[number];

interface Props {
  reviewId: number;
  newest: number;
}

/** Every edit since the review arrived, newest first: who, when, why, and the changes. */
export function Revisions({ reviewId, newest }: Props) {
  const { t } = useTranslation();
  const [against, setAgainst] = useState<Against>("before");
  const revisions = useRevisions(reviewId, newest);
  const { data } = revisions;
  const { error, retry, retrying } = useFailure(revisions);
  return (
    <section className="stack-s" aria-busy={!data && error === null}>
      <h3 className="section-title">
        {t("revise.list.title")} <span>{t("revise.list.count", { number: newest })}</span>
        <span className="end" />
        <label className={styles.against}>
          {t("revise.list.against")}{" "}
          <select
            className="select"
            value={against}
            onChange={({ target }) => setAgainst(target.value as Against)}
          >
            {AGAINST.map((one) => (
              <option key={one} value={one}>
                {t(`revise.list.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </h3>
      {error !== null && !data ? (
        <LoadFailed title={t("revise.list.failed")} error={error} onRetry={retry} retrying={retrying} />
      ) : data ? (
        <ol className={styles.revisions}>
          {data
            .slice(1)
            .reverse()
            .map((revision) => {
              const before = against === "first" ? data[0] : data.find(({ number }) => number === revision.number - 1);
              return before && <OneRevision key={revision.number} revision={revision} before={before} />;
            })}
        </ol>
      ) : (
        <Skeleton width="80%" />
      )}
    </section>
  );
}

function OneRevision({ revision, before }: { revision: Revision; before: Revision }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  return (
    <li className="diff">
      <div className={`diff-head ${styles.head}`}>
        <strong>{t("revise.list.of", { number: revision.number })}</strong>
        <time className="meta" dateTime={revision.created_at} title={formatDateTime(revision.created_at)}>
          <Trans
            i18nKey="revise.list.by"
            values={{
              who: revision.author?.name ?? t("revise.list.author"),
              moment: momentOf(revision.created_at),
            }}
            components={{ b: <bdi className="strong" /> }}
          />
        </time>
        {revision.reason && <bdi className={`soft ${styles.why}`}>{revision.reason}</bdi>}
      </div>
      <DiffOfWords before={wordsOfRevision(before)} after={wordsOfRevision(revision)} />
    </li>
  );
}
