import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TicketRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { HarmMark, SuspectMark } from "@/components/desk/item-marks";
import { useStatus } from "@/components/desk/use-status";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { useNow } from "@/lib/clock";
import { formatAge, formatDateTime, formatNumber } from "@/lib/dates";
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
    { id: "client", header: "ticketList.columns.client", Cell: Client, width: 128, optional: "shown" },
    { id: "company", header: "ticketList.columns.company", Cell: Company, width: 148, optional: "shown" },
    { id: "status", header: "ticketList.columns.status", Cell: Status, width: 144 },
    { id: "people", header: "ticketList.columns.people", Cell: People, width: 108, optional: "shown" },
    { id: "messages", header: "ticketList.columns.messages", Cell: Messages, width: 92, align: "end", priority: "low" },
    { id: "created", header: "ticketList.columns.age", Cell: Created, width: 80, align: "end", sort: "server" },
    { id: "due", header: "ticketList.columns.due", Cell: Clock, width: 140, sort: "server" },
    { id: "updated", header: "ticketList.columns.updated", Cell: Updated, width: 136, sort: "server", priority: "low" },
  ],
});

function Subject({ row: { id, subject, priority } }: Cell) {
  return (
    <span className="row">
      <HarmMark priority={priority} />
      <Link className="plain cut block" to={paths.ticket(id)} dir="auto" title={subject}>
        {subject}
      </Link>
    </span>
  );
}

/** Who wrote, and to how many others the last mail was copied. */
function Client({ row: { client, copied } }: Cell) {
  const { t } = useTranslation();
  const others = copied.map(({ name, email }) => name || email).join(", ");
  return (
    <span className="row">
      <bdi className="cut block" title={[client.name, client.email].filter(Boolean).join(", ")}>
        {client.name || client.email}
      </bdi>
      <SuspectMark suspect={client.suspect} short />
      {others && (
        <span className="meta" title={t("ticketList.copiedTo", { names: others })}>
          {t("ticketList.copied", { count: copied.length })}
        </span>
      )}
    </span>
  );
}

function Company({ row: { company } }: Cell) {
  return company ? <bdi className="cut block" title={company.name}>{company.name}</bdi> : <span className="dim">–</span>;
}

function Status({ row: { status } }: Cell) {
  return <span>{useStatus(status)}</span>;
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

function Created({ row: { created } }: Cell) {
  return <Age at={created} />;
}

/** When an answer is due; of a ticket that waits for its client, when it ends by itself. */
function Clock({ row: { updated, due_at: due, resolves_at: ends } }: Cell) {
  const { t } = useTranslation();
  const now = useNow();
  if (due) return <Due createdAt={updated} dueAt={due} queue={undefined} />;
  if (!ends) return <span className="dim">–</span>;
  const left = Math.max(0, Date.parse(ends) - now);
  return (
    <time className="meta" dateTime={ends} title={formatDateTime(ends)}>
      {t("ticketList.endsIn", { age: formatAge(left) })}
    </time>
  );
}

function Updated({ row: { updated } }: Cell) {
  const momentOf = useMoment();
  return (
    <time dateTime={updated} title={formatDateTime(updated)}>
      {momentOf(updated)}
    </time>
  );
}
