import { useTranslation } from "react-i18next";

import type { TicketConversation, TicketDetail } from "@/api/types";
import { Due } from "@/components/desk/due";
import { StatusDot } from "@/components/desk/status-dot";
import { Avatar } from "@/components/ui/avatar";
import { useLockState } from "@/features/lock/lock-cache";
import { useMe, useReader } from "@/features/session/use-me";
import { formatDateTime } from "@/lib/dates";
import { queueNamed, useDesk } from "@/lib/desk";
import { useMoment } from "@/lib/use-moment";

import { ClientLine } from "./client-line";
import styles from "./conversation.module.css";

interface Props {
  ticket: TicketDetail;
  /** Undefined while it is on its way. */
  conversation: TicketConversation | undefined;
}

/** What a ticket is, at a glance: where it stands, with whom, until when, and who writes. */
export function TicketFacts({ ticket, conversation }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const desk = useDesk();
  const me = useMe();
  const reader = useReader();
  const { id, status, created, client, locked, locked_id: holderId, locked_by: holderName } = ticket;
  const task = conversation?.task;
  // the newest answer about the lock, which may be newer than the ticket
  const lock = useLockState(task?.task_id ?? 0);
  const holder = lock ? lock.holder : locked ? { id: holderId, name: holderName } : null;
  const person = holder ?? task?.assigned_to;
  const first = conversation?.messages[0];
  const copied = (conversation?.recipients ?? []).filter(({ role }) => role === "copied");
  const isOpen = task?.open === true;
  return (
    <section className="stack-s" aria-label={t("conversation.number", { id })}>
      <h3 className="section-title">{t("conversation.number", { id })}</h3>
      <dl className={`facts ${styles.facts}`}>
        <dt>{t("conversation.facts.status")}</dt>
        <dd>
          <StatusDot status={status} />
        </dd>
        {isOpen && (
          <>
            <dt>{t("conversation.facts.people")}</dt>
            <dd className="row">
              {person ? (
                <>
                  <Avatar name={person.name} me={person.id === me.id} />
                  <bdi className="cut">{person.id === reader ? t("work.timeline.you") : person.name}</bdi>
                </>
              ) : (
                <span className="dim">{t("conversation.facts.nobody")}</span>
              )}
            </dd>
          </>
        )}
        {isOpen && task.queue !== "" && task.due_at !== null && (
          <>
            <dt>{t("conversation.facts.due")}</dt>
            <dd>
              <Due createdAt={task.created_at} dueAt={task.due_at} queue={queueNamed(desk, task.queue)} />
            </dd>
          </>
        )}
        <dt>{t("conversation.facts.opened")}</dt>
        <dd>
          <time dateTime={created} title={formatDateTime(created)}>
            {momentOf(created)}
          </time>
          {first && `, ${t(`conversation.facts.via.${first.via}`)}`}
        </dd>
        <dt>{t("conversation.facts.client")}</dt>
        <dd>
          <ClientLine ticketId={id} client={client} />
        </dd>
        {conversation?.links.tickets.length === 0 && (
          <>
            <dt>{t("conversation.facts.before")}</dt>
            <dd className="dim">{t("conversation.facts.none")}</dd>
          </>
        )}
        {copied.length > 0 && (
          <>
            <dt>{t("conversation.facts.copied")}</dt>
            <dd>
              {copied.map(({ key, name, email }) => (
                <bdi key={key} className="cut block" title={email}>
                  {name || email}
                </bdi>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
