import { useTranslation } from "react-i18next";

import type { Revision } from "@/api/types";
import { formatDateTime } from "@/lib/dates";

import { REVISED, type Revised, said } from "./revised";
import styles from "./story.module.css";
import { WordDiff } from "./word-diff";

/** What the review said, and what was changed in it, by whom and why. The text as received is never changed. */
export function Revisions({ revisions }: { revisions: readonly Revision[] }) {
  const { t } = useTranslation();
  const isUnchanged = revisions.length === 1; // its text stands above
  return (
    <section className="card" aria-labelledby="revisions-title">
      <div className="card-head">
        <h2 id="revisions-title">{t("story.revisions.title")}</h2>
        {isUnchanged && <span className="soft">{t("story.revisions.unchanged")}</span>}
      </div>
      {!isUnchanged && (
        <ol className={styles.list}>
          {revisions.map((revision, index) => (
            <li key={revision.number} className="stack-s">
              <p className="row wrap">
                <strong>{t("story.revisions.number", { number: revision.number })}</strong>
                <span>
                  {revision.number === 1
                    ? t("story.revisions.received")
                    : revision.author
                      ? t("story.revisions.by", { name: revision.author.name })
                      : t("story.revisions.byAuthor")}
                </span>
                <span className="end" />
                <time className="meta" dateTime={revision.created_at}>
                  {formatDateTime(revision.created_at)}
                </time>
              </p>
              {revision.reason && (
                <p className="soft" dir="auto">
                  {revision.reason}
                </p>
              )}
              <Changes before={revisions[index - 1]} after={revision} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Changes({ before, after }: { before: Revision | undefined; after: Revision }) {
  const { t } = useTranslation();
  if (!before)
    return (
      <p className={styles.words} dir="auto">
        {after.text || after.constructive}
      </p>
    );
  const words = { yes: t("revise.yes"), no: t("revise.no") };
  const changed = REVISED.filter((field: Revised) => said(before, field, words) !== said(after, field, words));
  return (
    <dl className="facts">
      {changed.map((field) => (
        <div key={field} className={styles.change}>
          <dt>{t(`revise.fields.${field}`)}</dt>
          <dd>
            <WordDiff before={said(before, field, words)} after={said(after, field, words)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
