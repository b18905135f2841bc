import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { Reads } from "@/api/queries";
import type { QuarantinedMail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { SuspectMark } from "@/components/desk/item-marks";
import { sayUnknown } from "@/components/desk/say-unknown";
import { useFileSize } from "@/components/desk/use-file-size";
import { declareTable } from "@/components/table/columns";
import { Button } from "@/components/ui/button";
import { Nothing } from "@/components/ui/nothing";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";
import { ticketList } from "@/lib/words/en/ticket-list";

const QUARANTINE: readonly Reads[] = ["/api/mail/quarantine", "/api/mail/quarantine/count", "/api/tickets"];

type Refusal = keyof typeof ticketList.quarantine.refusals;

export type Quarantined = QuarantinedMail;

type Row = QuarantinedMail & { read: () => void };

interface Cell {
  row: Row;
}

type Reason = keyof typeof ticketList.quarantine.reasons;

/** Mails that were set aside, with the actions for each. */
export const quarantineTable = declareTable<Row>({
  name: "quarantine",
  rowKey: (row) => row.id,
  columns: [
    { id: "from", header: "ticketList.quarantine.columns.from", Cell: From, width: 140, narrow: "line" },
    { id: "subject", header: "ticketList.quarantine.columns.subject", Cell: Subject, width: 150, grow: true, narrow: "name" },
    { id: "reason", header: "ticketList.quarantine.columns.reason", Cell: Why, width: 180, optional: "shown", narrow: "line" },
    { id: "received", header: "ticketList.quarantine.columns.received", Cell: Received, width: 140, optional: "shown", priority: "low", narrow: "line" },
    { id: "size", header: "ticketList.quarantine.columns.size", Cell: Size, width: 80, align: "end", optional: "hidden" },
    { id: "mail", header: "ticketList.quarantine.columns.mail", Cell: Actions, width: 440, narrow: "line" },
  ],
});

function From({ row: { author } }: Cell) {
  const { t } = useTranslation();
  const name = author.name || author.email;
  return (
    <span className="row">
      {name ? (
        <bdi className="cut block" title={`${author.name} ${author.email}`.trim()}>
          {name}
        </bdi>
      ) : (
        <span className="dim">{t("ticketList.quarantine.noSender")}</span>
      )}
      <SuspectMark suspect={author.suspect} short />
    </span>
  );
}

function Subject({ row: { subject } }: Cell) {
  return subject ? (
    <bdi className="cut block" title={subject}>
      {subject}
    </bdi>
  ) : (
    <Nothing />
  );
}

function Why({ row: { reason } }: Cell) {
  const { t } = useTranslation();
  const known = reason in ticketList.quarantine.reasons ? (reason as Reason) : null;
  const words = known ? t(`ticketList.quarantine.reasons.${known}`) : reason;
  return (
    <span className="cut block" title={words}>
      {words}
    </span>
  );
}

function Received({ row: { received_at: at } }: Cell) {
  const momentOf = useShortMoment();
  return <span>{momentOf(at)}</span>;
}

function Size({ row: { size } }: Cell) {
  const sizeOf = useFileSize();
  return <span>{sizeOf(size)}</span>;
}

function Actions({ row: { id, readable, settled, author, read } }: Cell) {
  const { t } = useTranslation();
  const ticket = useMakeTicket(id);
  const settle = useSettle(id);
  const say = useRefusalOfMail();
  const busy = ticket.busy || settle.busy;
  const refusal = ticket.refusal ?? settle.refusal;
  return (
    <span className="row wrap">
      {readable && (
        <Button size="s" disabled={busy} aria-label={t("ticketList.quarantine.ticketIt", { id })} onClick={() => void ticket.run(undefined)}>
          {t("ticketList.quarantine.ticket")}
        </Button>
      )}
      {!settled && author.email && (
        <Button size="s" disabled={busy} aria-label={t("ticketList.quarantine.alwaysIt", { id })} onClick={() => void settle.run(true)}>
          {t("ticketList.quarantine.always")}
        </Button>
      )}
      {!settled && (
        <Button size="s" disabled={busy} aria-label={t("ticketList.quarantine.leaveIt", { id })} onClick={() => void settle.run(false)}>
          {t("ticketList.quarantine.leave")}
        </Button>
      )}
      <Button size="s" tone="quiet" aria-label={t("ticketList.quarantine.readIt", { id })} onClick={read}>
        {t("ticketList.quarantine.read")}
      </Button>
      {refusal !== null && <span role="alert">{say(refusal)}</span>}
    </span>
  );
}

/** Turns the mail into a message of a ticket, and opens that ticket. */
function useMakeTicket(id: number) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCommand({
    name: `ticket of mail ${id}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/mail/quarantine/{mail_id}/ticket", {
          params: { path: { mail_id: id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: QUARANTINE,
    says: () => t("ticketList.quarantine.made"),
    done: ({ ticket_id: ticket }) => void navigate(paths.ticket(ticket)),
  });
}

/** Marks the mail as settled: it stays, but is not counted. `always`: also for all later mail of its sender. */
function useSettle(id: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `settle mail ${id}`,
    send: (always: boolean) => answer(api.PUT("/api/mail/quarantine/{mail_id}/settled", { params: { path: { mail_id: id } }, body: { always } })),
    refreshes: QUARANTINE,
    says: (_, always) => t(always ? "ticketList.quarantine.settledAlways" : "ticketList.quarantine.settled"),
  });
}

/** The sentence that says why an action on a mail was refused. */
function useRefusalOfMail() {
  const { t } = useTranslation();
  return (error: unknown): string => {
    const code = error instanceof ApiError && error.code in ticketList.quarantine.refusals ? (error.code as Refusal) : null;
    return code ? t(`ticketList.quarantine.refusals.${code}`) : sayUnknown(error, t);
  };
}
