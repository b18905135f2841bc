import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Statement } from "@/api/types";
import { stateOf } from "@/components/desk/mail-state";
import { declareTable } from "@/components/table/columns";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";

import styles from "./statements.module.css";

interface Cell {
  row: Statement;
}

/**
 * Statements of reasons: the reason, the review, the person and the letter's delivery. All columns fit from a page
 * width of 960 px.
 */
export const statementTable = declareTable<Statement>({
  name: "statements",
  rowKey: (row) => row.reference,
  lines: 2,
  columns: [
    { id: "why", header: "statements.columns.why", Cell: Why, Line: Reason, width: 200, grow: true },
    { id: "about", header: "statements.columns.about", Cell: About, Line: AboutAndFacts, width: 200, narrow: "below" },
    { id: "kind", header: "statements.columns.kind", Cell: Kind, Line: KindLine, width: 184, narrow: "line" },
    { id: "by", header: "statements.columns.by", Cell: DecidedBy, width: 124 },
    { id: "when", header: "statements.columns.when", Cell: Issued, width: 88, narrow: "beside" },
    { id: "mail", header: "statements.columns.mail", Cell: Mail, width: 148, narrow: "end" },
  ],
});

function Why({ row }: Cell) {
  return (
    <span className={styles.why}>
      <Reason row={row} />
      <bdi className="soft cut block">{row.facts}</bdi>
    </span>
  );
}

function Reason({ row: { reason } }: Cell) {
  return <bdi className="strong">{reason.title}</bdi>;
}

function About({ row: { company, review_id: reviewId, reference } }: Cell) {
  return (
    <Link className="plain cut block" to={{ pathname: paths.review(reviewId), hash: reference }} dir="auto" title={company.name}>
      {company.name}
    </Link>
  );
}

function AboutAndFacts({ row }: Cell) {
  return (
    <>
      <About row={row} />
      <bdi className={styles.facts}>{row.facts}</bdi>
    </>
  );
}

function Kind({ row }: Cell) {
  const { kind, origin } = useKind(row);
  return (
    <>
      {kind}
      {origin && <span className="meta cut block" title={origin}>{origin}</span>}
    </>
  );
}

function KindLine({ row }: Cell) {
  const { kind, origin } = useKind(row);
  return <span className="meta">{[kind, origin].filter(Boolean).join(" · ")}</span>;
}

function useKind({ kind, notice, detected }: Statement) {
  const { t } = useTranslation();
  const origin = [notice && t("statements.notice"), detected && t("statements.detected")].filter(Boolean).join(", ");
  return { kind: t(`statements.filter.${kind}`), origin };
}

function DecidedBy({ row: { decided_by: by } }: Cell) {
  return by ? (
    <bdi className="cut block" title={by.name}>
      {by.name}
    </bdi>
  ) : (
    "–"
  );
}

function Issued({ row: { created_at: at } }: Cell) {
  const dayOf = useDay();
  return (
    <time className="nowrap" dateTime={at} title={formatDateTime(at)}>
      {dayOf(at)}
    </time>
  );
}

const TONES: Record<string, string> = { sent: "tone-success", refused: "tone-danger", uncertain: "tone-warning", sending: "tone-info" };

function Mail({ row: { mail } }: Cell) {
  const { t } = useTranslation();
  if (!mail) return <span className="dim">{t("statements.mail.none")}</span>;
  const state = stateOf(mail.state);
  return (
    <span className={`badge badge-dot nowrap ${TONES[state] ?? "hollow"}`} title={mail.sent_at ? formatDateTime(mail.sent_at) : undefined}>
      {t(`statements.mail.${state}`)}
    </span>
  );
}
