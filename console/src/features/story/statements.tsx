import { useTranslation } from "react-i18next";

import type { Statement } from "@/api/types";
import { stateOf } from "@/components/desk/mail-state";
import { formatDateTime } from "@/lib/dates";

import styles from "./story.module.css";

/** The statements of reasons to the author, and the state of their letters. */
export function Statements({ statements }: { statements: readonly Statement[] }) {
  const { t } = useTranslation();
  if (statements.length === 0) return null;
  return (
    <section className="card" aria-labelledby="statements-title">
      <div className="card-head">
        <h2 id="statements-title">{t("story.statements.title")}</h2>
      </div>
      <ul className={styles.list}>
        {statements.map((one) => (
          <li key={one.reference} className="stack-s">
            <p className="row wrap">
              <strong>{one.reason.title}</strong>
              <span className="mono">{one.reference}</span>
              <span className="end" />
              <time className="meta" dateTime={one.created_at}>
                {formatDateTime(one.created_at)}
              </time>
            </p>
            <p dir="auto">{one.explanation}</p>
            <p className="soft" dir="auto">
              {one.facts}
            </p>
            <p className="meta">
              {one.mail
                ? t(`story.statements.mail.${stateOf(one.mail.state)}`, { to: one.mail.to })
                : t("story.statements.mail.no_address")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
