import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Revision } from "@/api/types";
import { formatDateTime } from "@/lib/dates";

import styles from "./story.module.css";

/** The fields of a revision, in the order in which a review is read. */
const REVISED = ["title", "text", "constructive", "author_name", "job_title", "business_name", "anonymous"] as const;

type Revised = (typeof REVISED)[number];

/** The versions of the review, and the changes: by whom and why. The original text is never changed. */
export function Revisions({ revisions }: { revisions: readonly Revision[] }) {
  const { t } = useTranslation();
  const isUnchanged = revisions.length === 1; // the only version is shown above
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

/** The value of a field in a version, as text. */
function said(revision: Revision, field: Revised, words: { yes: string; no: string }): string {
  const value = revision[field];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return value ?? "";
}

/** Removed and inserted words, in place. */
function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWordsWithSpace(before, after), [before, after]);
  return (
    <span className="word-diff" dir="auto">
      {parts.map((part, index) =>
        part.added ? (
          <ins key={index}>{part.value}</ins>
        ) : part.removed ? (
          <del key={index}>{part.value}</del>
        ) : (
          <span key={index}>{part.value}</span>
        ),
      )}
    </span>
  );
}
