import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TicketRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { HarmMark, SuspectMark } from "@/components/desk/item-marks";
import { StatusDot } from "@/components/desk/status-dot";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { Nothing } from "@/components/ui/nothing";
import { useMe, useReader } from "@/features/session/use-me";
import { useNow } from "@/lib/clock";
import { formatAge, formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./tickets.module.css";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Cell {
  row: TicketRow;
}

/** The list of tickets (spec, section 3: subject, company, created, updated, status, messages). */
export const ticketTable = declareTable<TicketRow>({
  name: "tickets",
  rowKey: (row) => row.id,
  columns: [
    { id: "subject", header: "ticketList.columns.subject", Cell: Subject, width: 336, grow: true },
    { id: "client", header: "ticketList.columns.client", Cell: Client, width: 112, optional: "hidden", wide: 160, priority: "low" },
    { id: "company", header: "ticketList.columns.company", Cell: Company, width: 176, optional: "shown", wide: 192, narrow: "line" },
    { id: "status", header: "ticketList.columns.status", Cell: Status, width: 156, narrow: "line" },
    { id: "people", header: "ticketList.columns.people", Cell: People, width: 64, optional: "shown", priority: "low", narrow: "line" },
    { id: "updated", header: "ticketList.columns.updated", Cell: Updated, width: 116, sort: "server", priority: "low" },
    { id: "due", header: "ticketList.columns.due", Cell: Clock, width: 136, sort: "server", narrow: "end" },
    // wider than necessary: below 1600 px it is hidden, and the subject gets its width
    { id: "created", header: "ticketList.columns.age", Cell: Created, width: 140, align: "end", sort: "server", priority: "low" },
    { id: "messages", header: "ticketList.columns.messages", Cell: Messages, width: 92, align: "end", optional: "hidden", priority: "low" },
  ],
});

/** The subject, the client, the beginning of the last message, and a warning if the sender may be forged. */
function Subject({ row: { id, subject, priority, client, excerpt, written_by: author } }: Cell) {
  const { t } = useTranslation();
  const reader = useReader();
  return (
    <span className="row">
      <HarmMark priority={priority} />
      <SuspectMark suspect={client.suspect} short />
      <span className="cut block">
        <Link className="plain strong" to={paths.ticket(id)} dir="auto" title={subject}>
          {subject}
        </Link>{" "}
        <span className="soft">
          <span className={styles.ofClient}>
            <bdi>{client.name || client.email}</bdi>
            {author === null ? ":" : " ·"}
          </span>{" "}
          {author !== null && t(author === reader ? "ticketList.wroteMe" : "ticketList.wrote")} <bdi>{excerpt}</bdi>
        </span>
      </span>
    </span>
  );
}

/** The client, and the number of other people to whom the last mail was copied. */
function Client({ row: { client, copied } }: Cell) {
  const { t } = useTranslation();
  const others = copied.map(({ name, email }) => name || email).join(", ");
  return (
    <span className="row">
      <bdi className={`cut block soft ${styles.client}`} title={[client.name, client.email].filter(Boolean).join(", ")}>
        {client.name || client.email}
      </bdi>
      {others && (
        <span className="meta" title={t("ticketList.copiedTo", { names: others })}>
          {t("ticketList.copied", { count: copied.length })}
        </span>
      )}
    </span>
  );
}

function Company({ row: { company } }: Cell) {
  return company ? <bdi className="cut block soft" title={company.name}>{company.name}</bdi> : <Nothing />;
}

function Status({ row: { status } }: Cell) {
  return <StatusDot status={status} />;
}

/** The holder, otherwise the assignee, otherwise a person who has it open. */
function People({ row }: Cell) {
  const { t } = useTranslation();
  const me = useMe();
  const [looker] = row.open_with;
  const person = row.locked ? { id: row.locked_id, name: row.locked_by } : row.assigned_to;
  if (person)
    return (
      <span className={row.locked ? "row" : "row wide-only"} title={row.locked ? t("ticketList.heldBy", { name: person.name }) : person.name}>
        <Avatar name={person.name} me={person.id === me.id} />
        {row.locked && <Icon of={Lock} className={styles.held} />}
        <bdi className="sr">{person.name}</bdi>
      </span>
    );
  return looker ? <bdi className="cut block meta wide-only">{t("ticketList.openWith", { name: looker.name })}</bdi> : <Nothing />;
}

function Messages({ row: { messages } }: Cell) {
  return <span>{formatNumber(messages)}</span>;
}

function Created({ row: { created } }: Cell) {
  return <span className="soft"><Age at={created} /></span>;
}

/**
 * When an answer is due. For a ticket that waits for its client: when it is resolved automatically, in whole days or
 * hours.
 */
function Clock({ row: { updated, due_at: due, resolves_at: ends } }: Cell) {
  const { t } = useTranslation();
  const now = useNow();
  if (due) return <Due createdAt={updated} dueAt={due} queue={undefined} short />;
  if (!ends) return <Nothing />;
  const left = Math.max(0, Date.parse(ends) - now);
  const unit = left >= DAY ? DAY : left >= HOUR ? HOUR : 1;
  return (
    <time className={`sla ${styles.ends}`} dateTime={ends} title={formatDateTime(ends)}>
      {t("ticketList.endsIn", { age: formatAge(left - (left % unit)) })}
    </time>
  );
}

function Updated({ row: { updated } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time className="soft nowrap" dateTime={updated} title={formatDateTime(updated)}>
      {momentOf(updated)}
    </time>
  );
}
