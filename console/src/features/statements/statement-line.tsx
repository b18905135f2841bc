import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Statement } from "@/api/types";
import { useNow } from "@/lib/clock";
import { formatDateTime, formatMoment } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./statements.module.css";

const TONES: Record<string, string> = { sent: "tone-success", refused: "tone-danger", uncertain: "tone-warning", sending: "tone-info" };
const STATES = ["waiting", "sending", "sent", "refused", "uncertain", "no_address", "cancelled"] as const;

/** One statement: about which review, why, by whom, and what became of its letter. What it says opens in place. */
export function StatementLine({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const now = useNow();
  const { reason, notice, detected, decided_by: by } = statement;
  const told = [
    ["reference", statement.reference],
    ["explanation", statement.explanation],
    ["facts", statement.facts],
    ["rule", statement.rule],
  ] as const;
  return (
    <tr>
      <td className="fit">
        <time dateTime={statement.created_at} title={formatDateTime(statement.created_at)}>
          {formatMoment(statement.created_at, now)}
        </time>
      </td>
      <td>
        <Link className="plain cut" to={paths.review(statement.review_id)} dir="auto" title={statement.company.name}>
          {statement.company.name}
        </Link>
      </td>
      <td className="fit">{t(`statements.filter.${statement.kind}`)}</td>
      <td className={styles.why}>
        <details>
          <summary>
            <bdi className="strong">{reason.title}</bdi>{" "}
            <span className="meta">
              {[notice && t("statements.notice"), detected && t("statements.detected")].filter(Boolean).join(", ")}
            </span>
            <bdi className={`cut ${styles.preview}`}>{statement.facts}</bdi>
          </summary>
          <dl className="facts">
            {told.map(([name, text]) => (
              <div key={name} className={styles.told}>
                <dt>{t(`statements.${name}`)}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      </td>
      <td>{by ? <bdi className="cut">{by.name}</bdi> : "–"}</td>
      <td>
        <Mail mail={statement.mail} />
      </td>
    </tr>
  );
}

function Mail({ mail }: Pick<Statement, "mail">) {
  const { t } = useTranslation();
  const now = useNow();
  const state = STATES.find((one) => one === mail?.state);
  if (!mail || !state) return <span className="dim">{t("statements.mail.none")}</span>;
  return (
    <>
      <span className={`badge badge-dot ${TONES[state] ?? "hollow"}`}>
        {t(`statements.mail.${state}`, { moment: mail.sent_at ? formatMoment(mail.sent_at, now) : "" })}
      </span>
      {mail.to && <bdi className={`meta ${styles.to}`}>{mail.to}</bdi>}
    </>
  );
}
