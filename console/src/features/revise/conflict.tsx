import { Trans, useTranslation } from "react-i18next";

import type { Revision } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";

import { DiffOfWords } from "./diff-of-words";
import { wordsOfRevision } from "./fields";
import styles from "./revise.module.css";
import { useRevisions } from "./use-revisions";
import type { RevisionEdit } from "./use-revision";

/** Another person saved first: shows their changes, one's own changes, and the merged text. Nothing is lost. */
export function Conflict({ edit }: { edit: RevisionEdit }) {
  const { t } = useTranslation();
  const revisions = useRevisions(edit.reviewId, edit.newest);
  const { data } = revisions;
  const { error, retry, retrying } = useFailure(revisions);
  if (error !== null && !data)
    return <LoadFailed title={t("revise.list.failed")} error={error} onRetry={retry} retrying={retrying} />;
  const base = data?.find(({ number }) => number === edit.base);
  const newest = data?.at(-1);
  if (!base || !newest) return <Skeleton width="60%" />;

  const read = wordsOfRevision(base);
  const theirs = wordsOfRevision(newest);
  const mine = { ...read, ...edit.changes };
  return (
    <>
      <Notice tone="warning" alert>
        <WhoSaved revision={newest} />
        <p>{t("revise.newer.edit", { base: edit.base })}</p>
        {newest.reason && (
          <p className="soft">
            <bdi>{newest.reason}</bdi>
          </p>
        )}
      </Notice>
      <div className={styles.sides}>
        <section className="stack-s">
          <h3 className="section-title">{t("revise.newer.theirs")}</h3>
          <DiffOfWords before={read} after={theirs} />
        </section>
        <section className="stack-s">
          <h3 className="section-title">{t("revise.newer.mine")}</h3>
          <DiffOfWords before={read} after={mine} />
        </section>
      </div>
      <section className="stack-s">
        <h3 className="section-title">{t("revise.newer.together")}</h3>
        <DiffOfWords before={theirs} after={{ ...theirs, ...edit.changes }} />
      </section>
    </>
  );
}

export function WhoSaved({ revision }: { revision: Revision }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <p>
      <Trans
        i18nKey="revise.newer.title"
        values={{
          who: revision.author?.name ?? t("revise.list.author"),
          number: revision.number,
          moment: formatMoment(revision.created_at, now),
        }}
        components={{ b: <bdi className="strong" /> }}
      />
    </p>
  );
}
