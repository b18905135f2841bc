import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyAccount, CompanyRequest, CompanyReview, TicketRow } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { StatusDot } from "@/components/desk/status-dot";
import { useGround } from "@/components/desk/use-ground";
import { useSourceName } from "@/components/desk/use-source-name";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Nothing } from "@/components/ui/nothing";
import { formatAge, formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";

/** The newest reviews of a company. */
export const newestTable = declareTable<CompanyReview>({
  name: "company-reviews",
  rowKey: (row) => row.id,
  skeletons: 8,
  columns: [
    { id: "review", header: "organisation.company.review", Cell: Review, width: 280, grow: true },
    { id: "rating", header: "organisation.company.rating", Cell: Rating, width: 88, narrow: "line" },
    { id: "status", header: "organisation.company.status", Cell: Status, width: 160, narrow: "line" },
    { id: "decided", header: "organisation.company.decidedIn", Cell: DecidedIn, width: 84, align: "end", priority: "low" },
    { id: "source", header: "organisation.company.source", Cell: SourceName, width: 116, priority: "low" },
    { id: "received", header: "organisation.company.received", Cell: Received, width: 88, align: "end", narrow: "end" },
  ],
});

/** The requests of a company to restrict reviews. */
export const requestTable = declareTable<CompanyRequest>({
  name: "company-requests",
  rowKey: (row) => row.id,
  skeletons: 5,
  columns: [
    { id: "review", header: "organisation.company.review", Cell: Requested, width: 172, grow: true },
    { id: "rating", header: "organisation.company.rating", Cell: Rating, width: 92, narrow: "line" },
    { id: "ground", header: "organisation.conduct.ground", Cell: Ground, width: 132 },
    { id: "by", header: "organisation.conduct.by", Cell: AskedBy, width: 132, priority: "low" },
    { id: "status", header: "organisation.conduct.decision", Cell: Decision, width: 108, narrow: "line" },
    { id: "after", header: "organisation.conduct.after", Cell: After, width: 84, align: "end" },
    { id: "asked", header: "organisation.conduct.askedOn", Cell: AskedOn, width: 124, align: "end", narrow: "end" },
  ],
});

/** The open tickets of a company. */
export const openTicketTable = declareTable<TicketRow>({
  name: "company-tickets",
  rowKey: (row) => row.id,
  skeletons: 2,
  columns: [
    { id: "subject", header: "organisation.company.subject", Cell: Subject, width: 200, grow: true },
    { id: "status", header: "organisation.company.status", Cell: Status, width: 164, narrow: "line" },
    { id: "updated", header: "organisation.company.updated", Cell: Updated, width: 116, narrow: "end" },
  ],
});

/** The accounts that belong to a company. */
export const accountTable = declareTable<CompanyAccount>({
  name: "company-accounts",
  rowKey: (row) => row.id,
  skeletons: 2,
  columns: [
    { id: "name", header: "organisation.company.account", Cell: Account, width: 180, grow: true, sort: "server", fromA: true },
    { id: "email", header: "organisation.company.email", Cell: Email, width: 220, sort: "server", fromA: true, narrow: "line" },
    { id: "level", header: "organisation.company.level", Cell: Level, width: 180, narrow: "end" },
  ],
});

function Review({ row: { id, title, excerpt, author_name: author } }: { row: CompanyReview }) {
  const { t } = useTranslation();
  return (
    <span className="cut block">
      <Link className="plain" to={paths.review(id)} dir="auto">
        {title || excerpt || t("work.item.untitled")}
      </Link>{" "}
      <bdi className="dim">{author || t("work.item.nameless")}</bdi>
    </span>
  );
}

function Rating({ row: { rating } }: { row: { rating: number | null } }) {
  return rating === null ? <Nothing /> : <Stars rating={rating} />;
}

/** The time from arrival to the decision of a person. */
function DecidedIn({ row: { received_at: from, decided_at: at } }: { row: CompanyReview }) {
  return <Span from={from} to={at} />;
}

function SourceName({ row: { source } }: { row: CompanyReview }) {
  return <span className="soft">{useSourceName(source)}</span>;
}

function Requested({ row: { review } }: { row: CompanyRequest }) {
  const { t } = useTranslation();
  return (
    <Link className="plain cut block" to={paths.review(review.id)} dir="auto">
      {review.title || t("work.item.untitled")}
    </Link>
  );
}

function Ground({ row: { ground } }: { row: CompanyRequest }) {
  return useGround(ground);
}

function AskedBy({ row: { asked_by: name } }: { row: CompanyRequest }) {
  return (
    <bdi className="soft cut block" title={name}>
      {name}
    </bdi>
  );
}

const TONES = { open: "hollow", restricted: "tone-withheld", declined: "", closed: "" } as const;

function Decision({ row: { status } }: { row: CompanyRequest }) {
  const { t } = useTranslation();
  return <span className={`badge badge-dot ${TONES[status]}`}>{t(`organisation.conduct.statuses.${status}`)}</span>;
}

/** The time from arrival to the end of a request; for an open one, the time it has waited. */
function After({ row: { received_at: from, ended_at: to } }: { row: CompanyRequest }) {
  return to ? <Span from={from} to={to} /> : <Age at={from} />;
}

function AskedOn({ row: { received_at: at } }: { row: CompanyRequest }) {
  return <Day at={at} />;
}

function Span({ from, to }: { from: string; to: string | null }) {
  return to ? formatAge(Date.parse(to) - Date.parse(from)) : <Nothing />;
}

function Status({ row: { status } }: { row: { status: string } }) {
  return <StatusDot status={status} />;
}

function Received({ row: { received_at: at } }: { row: CompanyReview }) {
  return <Day at={at} />;
}

function Subject({ row: { id, subject } }: { row: TicketRow }) {
  return (
    <Link className="plain cut block" to={paths.ticket(id)} dir="auto">
      {subject}
    </Link>
  );
}

function Updated({ row: { updated } }: { row: TicketRow }) {
  return <Day at={updated} />;
}

function Account({ row: { id, name } }: { row: CompanyAccount }) {
  return (
    <Link className="plain cut block" to={paths.account(id)} dir="auto">
      {name.full}
    </Link>
  );
}

function Email({ row: { email } }: { row: CompanyAccount }) {
  return <bdi className="cut block">{email}</bdi>;
}

function Level({ row: { access_level: level } }: { row: CompanyAccount }) {
  return useTranslation().t(`accounts.levels.${level}.name`);
}

function Day({ at }: { at: string }) {
  const dayOf = useDay();
  return (
    <time className="soft" dateTime={at} title={formatDateTime(at)}>
      {dayOf(at)}
    </time>
  );
}
