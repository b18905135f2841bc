import "./words";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";

import { isMissing } from "@/api/error";
import { read, refresh } from "@/api/queries";
import type { TicketConversation } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Announcer } from "@/components/desk/announcer";
import { useStatus } from "@/components/desk/use-status";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { useTakeNext } from "@/features/claim/use-take-next";
import { ItemPane } from "@/features/item/item-pane";
import { ItemSkeleton } from "@/features/item/item-skeleton";
import { kindOf } from "@/features/kinds/kinds";
import type { Moves } from "@/features/tasks/moves";
import { itemRead } from "@/features/tasks/task-reads";
import { UndoStrip } from "@/features/undo/undo-strip";
import { pathOfItem, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./tickets.module.css";

const TICKET = "/api/tickets/{ticket_id}";
const POLL_MS = 10_000;

/** One ticket: its conversation, and the actions in its current step. */
export function TicketPage() {
  const { ticketID } = useParams();
  return <OneTicket key={ticketID} id={Number(ticketID)} />;
}

function OneTicket({ id }: { id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  // polled, because its step and its status can change
  const ticket = useQuery({ ...read(TICKET, { path: { ticket_id: id } }), refetchInterval: POLL_MS });
  const failure = useFailure(ticket);
  const desk = useDesk();
  const can = useCan();
  const next = useTakeNext("tickets", (taskId) => void navigate(pathOfItem(desk, "tickets", taskId) ?? paths.home));
  // after a decision, the page shows the same ticket in its new step
  const moves: Moves = useMemo(
    () => ({ onward: (taskId) => void refresh(client, TICKET, itemRead(taskId)), back: () => void refresh(client, TICKET) }),
    [client],
  );
  const status = useStatus(ticket.data?.status);
  const missing = isMissing(failure.error);
  const { data } = ticket;
  // the ticket into which it was merged has all its messages
  if (data?.merged_into) return <Navigate to={paths.ticket(data.merged_into)} replace />;
  return (
    <>
      <PageHead
        title={data?.subject ?? t("tickets.number", { id })}
        facts={[data && t("tickets.number", { id }), status, data?.company?.name, data?.client.name]}
        back={{ to: paths.ticketList, label: t("navigation.ticketList") }}
      />
      <div className={`desk show-item ${styles.one}`}>
        <article className="item" tabIndex={-1} aria-label={t("work.item.region")}>
          {data?.task && !can(data.task.permission) ? (
            <Elsewhere ticket={data} />
          ) : data?.task ? (
            <ItemPane taskId={data.task.task_id} listed={false} next={next} moves={moves} />
          ) : missing ? (
            <Empty
              icon={SearchX}
              title={t("tickets.missing", { id })}
              actions={
                <Link className={buttonClass()} to={paths.ticketList}>
                  {t("navigation.ticketList")}
                </Link>
              }
            />
          ) : failure.error === null ? (
            <ItemSkeleton />
          ) : (
            <LoadFailed title={t("tickets.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
          )}
        </article>
        <UndoStrip />
      </div>
      <Announcer />
    </>
  );
}

/** The ticket is in a queue of other people: it can only be read. */
function Elsewhere({ ticket }: { ticket: TicketConversation }) {
  const { t } = useTranslation();
  const subject = ofConversation(ticket);
  const { Body, Aside } = kindOf(subject);
  return (
    <div className="item-grid">
      <Body
        subject={subject}
        edit={undefined}
        assigned={<Notice tone="info">{t(ticket.status === "escalated" ? "tickets.elsewhere.escalated" : "tickets.elsewhere.other")}</Notice>}
      />
      <div className="item-aside">{Aside && <Aside subject={subject} />}</div>
    </div>
  );
}

const ofConversation = ({ messages, ...ticket }: TicketConversation) =>
  ({ ...ticket, kind: "ticket", title: ticket.subject, messages: messages.length, locked: false, locked_by: "", locked_id: 0, escalation_notes: "" }) as const;
