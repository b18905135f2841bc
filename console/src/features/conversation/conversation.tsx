import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { readVersion } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";

import styles from "./conversation.module.css";
import { Message } from "./message";

interface Props {
  ticketId: number;
  /** The id of the newest message: what was read before it came is asked for again. */
  newest: number | null;
}

/** The client, and everything that was written, the oldest first. */
export function Conversation({ ticketId, newest }: Props) {
  const { t } = useTranslation();
  const ticket = useQuery(readVersion("/api/tickets/{ticket_id}", { path: { ticket_id: ticketId } }, newest ?? 0));
  const failure = useFailure(ticket);
  if (!ticket.data)
    return failure.error === null ? (
      <div aria-busy>
        <Skeleton width="60%" />
      </div>
    ) : (
      <LoadFailed title={t("tickets.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
    );
  const { client, company, messages, links } = ticket.data;
  return (
    <>
      <p className="soft">
        <bdi>{t("tickets.client", client)}</bdi>
        <span className="dot" />
        {company ? <Link to={paths.company(company.id)}>{t("tickets.about", { company: company.name })}</Link> : t("tickets.noCompany")}
      </p>
      {messages.length === 0 ? (
        <p className="soft">{t("tickets.none")}</p>
      ) : (
        <ol className={styles.list} aria-label={t("tickets.messages")}>
          {messages.map((message) => (
            <li key={message.id}>
              <Message ticketId={ticketId} message={message} />
            </li>
          ))}
        </ol>
      )}
      {links.reviews.length + links.tickets.length > 0 && (
        <section aria-label={t("tickets.links")}>
          <h3>{t("tickets.links")}</h3>
          <ul>
            {links.tickets.map(({ id, subject, relation }) => (
              <li key={`ticket ${id}`}>
                <Link to={paths.ticket(id)}>{subject}</Link> <span className="meta">{t(`tickets.relation.${relation}`)}</span>
              </li>
            ))}
            {links.reviews.map(({ id, title }) => (
              <li key={`review ${id}`}>
                <Link to={paths.review(id)}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
