import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TicketRow } from "@/api/types";
import { useStatus } from "@/components/desk/use-status";
import { declareTable } from "@/components/table/columns";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

interface Cell {
  row: TicketRow;
}

/** The list of tickets (spec, section 3: subject, company, created, updated, status, messages). */
export const ticketTable = declareTable<TicketRow>({
  name: "tickets",
  rowKey: (row) => row.id,
  columns: [
    { id: "subject", header: "ticketList.columns.subject", Cell: Subject, width: 196, grow: true, narrow: "bare" },
    { id: "client", header: "ticketList.columns.client", Cell: Client, width: 140, optional: "shown", priority: "low" },
    { id: "company", header: "ticketList.columns.company", Cell: Company, width: 148, optional: "shown" },
    { id: "status", header: "ticketList.columns.status", Cell: Status, width: 152 },
    { id: "people", header: "ticketList.columns.people", Cell: People, width: 120, optional: "shown" },
    { id: "messages", header: "ticketList.columns.messages", Cell: Messages, width: 92, align: "end" },
    { id: "updated", header: "ticketList.columns.updated", Cell: Updated, width: 136 },
    { id: "created", header: "ticketList.columns.created", Cell: Created, width: 136, optional: "hidden" },
  ],
});

function Subject({ row: { id, subject } }: Cell) {
  return (
    <Link className="plain cut block" to={paths.ticket(id)} dir="auto" title={subject}>
      {subject}
    </Link>
  );
}

function Client({ row: { client } }: Cell) {
  return <bdi className="cut block">{client.name || client.email}</bdi>;
}

function Company({ row: { company } }: Cell) {
  return company ? <bdi className="cut block" title={company.name}>{company.name}</bdi> : <span className="dim">–</span>;
}

function Status({ row: { status, overdue } }: Cell) {
  const { t } = useTranslation();
  const title = useStatus(status);
  return (
    <span>
      {title} {overdue && <span className="badge is-overdue">{t("ticketList.overdue")}</span>}
    </span>
  );
}

/** Who holds it, else whose it is, else who has it open. */
function People({ row }: Cell) {
  const { t } = useTranslation();
  const [looker] = row.open_with;
  if (row.locked) return <bdi className="cut block">{t("ticketList.heldBy", { name: row.locked_by })}</bdi>;
  if (row.assigned_to) return <bdi className="cut block">{row.assigned_to.name}</bdi>;
  return looker ? <bdi className="cut block meta">{t("ticketList.openWith", { name: looker.name })}</bdi> : <span className="dim">–</span>;
}

function Messages({ row: { messages } }: Cell) {
  return <span>{formatNumber(messages)}</span>;
}

function Updated({ row: { updated } }: Cell) {
  return <Moment at={updated} />;
}

function Created({ row: { created } }: Cell) {
  return <Moment at={created} />;
}

function Moment({ at }: { at: string }) {
  const momentOf = useMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}
