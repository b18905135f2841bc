import { MessagesSquare } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { TicketDetail, TicketSummary } from "@/api/types";
import { SuspectMark } from "@/components/desk/item-marks";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";

import type { BodyProps, Choice, Kind, RowProps } from "./kinds";

const Conversation = lazyPart(async () => ({ default: (await import("@/features/conversation/conversation")).Conversation }));
const ReopenTicket = lazyPart(async () => ({ default: (await import("@/features/conversation/reopen")).ReopenTicket }));
const TicketMore = lazyPart(async () => ({ default: (await import("@/features/conversation/more")).TicketMore }));
const EarlierStory = lazyPart(async () => ({ default: (await import("@/features/conversation/more")).EarlierStory }));
const BesideTicket = lazyPart(async () => ({ default: (await import("@/features/conversation/beside")).BesideTicket }));

/** Client and clock; subject; then company, number of messages and people. */
function TicketRow({ summary, due, marks, people }: RowProps<TicketSummary>) {
  const { t } = useTranslation();
  return (
    <>
      <span className="who cut">
        <SuspectMark suspect={summary.client.suspect} short /> <bdi>{summary.client.name || summary.client.email}</bdi>
      </span>
      {due}
      <span className="line cut">
        <bdi>{summary.subject}</bdi>
      </span>
      <span className="foot">
        <span className="flagged" title={t("work.row.messages", { count: summary.messages })}>
          <Icon of={MessagesSquare} />
          <span aria-hidden>{formatNumber(summary.messages)}</span>
          <span className="sr">{t("work.row.messages", { count: summary.messages })}</span>
        </span>
        {marks}
        {summary.company && <bdi className="meta cut">{summary.company.name}</bdi>}
        {people}
      </span>
    </>
  );
}

/** The conversation with the client. */
function TicketBody({ subject, assigned }: BodyProps<TicketDetail>) {
  const { t } = useTranslation();
  return (
    <div className="item-body" tabIndex={0} role="region" aria-label={t("work.item.conversation")}>
      {assigned}
      <header className="item-head">
        <h2 dir="auto" tabIndex={-1}>
          {subject.subject}
        </h2>
      </header>
      <Suspense fallback={<div aria-busy />}>
        <Conversation ticketId={subject.id} newest={subject.last_message_id} />
      </Suspense>
    </div>
  );
}

/** The company, linked reviews, and the client's other tickets. */
function TicketAside({ subject }: { subject: TicketDetail }) {
  return (
    <Suspense fallback={<div className="coming" aria-busy />}>
      <BesideTicket key={subject.id} ticket={subject} />
    </Suspense>
  );
}

/** Reserves its place while its code is loading. */
function MoreOfTicket({ subject, outcomes }: { subject: TicketDetail; outcomes: readonly Choice[] }) {
  return (
    <Suspense fallback={<span className="btn btn-quiet btn-s btn-icon" aria-hidden />}>
      <TicketMore key={subject.id} ticket={subject} outcomes={outcomes} />
    </Suspense>
  );
}

function EarlierOfTicket({ subject }: { subject: TicketDetail }) {
  return (
    <Suspense fallback={null}>
      <EarlierStory ticket={subject} />
    </Suspense>
  );
}

function TicketReopen({ subject }: { subject: TicketDetail }) {
  return (
    <Suspense fallback={null}>
      <ReopenTicket ticket={subject} />
    </Suspense>
  );
}

export const ticket: Kind<"ticket"> = { Row: TicketRow, Body: TicketBody, Aside: TicketAside, More: MoreOfTicket, Earlier: EarlierOfTicket, Reopen: TicketReopen };
