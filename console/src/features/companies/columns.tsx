import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyAccount, ReviewRow, TicketRow } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { StatusDot } from "@/components/desk/status-dot";
import { declareTable } from "@/components/table/columns";
import { formatDateTime, formatShortDay } from "@/lib/dates";
import { paths } from "@/lib/paths";

/** The newest reviews of a company. */
export const newestTable = declareTable<ReviewRow>({
  name: "company-reviews",
  rowKey: (row) => row.id,
  skeletons: 3,
  columns: [
    { id: "review", header: "organisation.company.review", Cell: Review, width: 200, grow: true },
    { id: "rating", header: "organisation.company.rating", Cell: Rating, width: 104 },
    { id: "status", header: "organisation.company.status", Cell: Status, width: 164 },
    { id: "received", header: "organisation.company.received", Cell: Received, width: 116 },
  ],
});

/** The open tickets of a company. */
export const openTicketTable = declareTable<TicketRow>({
  name: "company-tickets",
  rowKey: (row) => row.id,
  skeletons: 2,
  columns: [
    { id: "subject", header: "organisation.company.subject", Cell: Subject, width: 200, grow: true },
    { id: "status", header: "organisation.company.status", Cell: Status, width: 164 },
    { id: "updated", header: "organisation.company.updated", Cell: Updated, width: 116 },
  ],
});

/** The accounts that belong to a company. */
export const accountTable = declareTable<CompanyAccount>({
  name: "company-accounts",
  rowKey: (row) => row.id,
  skeletons: 2,
  columns: [
    { id: "name", header: "organisation.company.account", Cell: Account, width: 180, grow: true, sort: "server", fromA: true },
    { id: "email", header: "organisation.company.email", Cell: Email, width: 220, sort: "server", fromA: true },
    { id: "level", header: "organisation.company.level", Cell: Level, width: 180 },
  ],
});

function Review({ row: { id, title, excerpt } }: { row: ReviewRow }) {
  const { t } = useTranslation();
  return (
    <Link className="plain cut block" to={paths.review(id)} dir="auto">
      {title || excerpt || t("work.item.untitled")}
    </Link>
  );
}

function Rating({ row: { rating } }: { row: ReviewRow }) {
  return rating === null ? <span className="dim">–</span> : <Stars rating={rating} />;
}

function Status({ row: { status } }: { row: { status: string } }) {
  return <StatusDot status={status} />;
}

function Received({ row: { received_at: at } }: { row: ReviewRow }) {
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
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatShortDay(at)}
    </time>
  );
}
