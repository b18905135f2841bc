import "./words";

import { EyeOff, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TicketConversation, TicketDetail } from "@/api/types";
import { useStatus } from "@/components/desk/use-status";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";
import { Allowed, useCan } from "@/lib/permissions";
import { UNKNOWN_STATUS } from "@/lib/unknown-status";

import { CompanyBeside } from "./company-beside";
import styles from "./conversation.module.css";
import { TicketFacts } from "./ticket-facts";
import { useConversation } from "./use-conversation";
import { useUnlinkReview } from "./use-link";

const AskDialog = lazyPart(async () => ({ default: (await import("@/features/restrict/ask-dialog")).AskDialog }));

type Links = TicketConversation["links"];

/** Beside a conversation: its facts, the company with its reviews, linked reviews, and the client's other tickets. */
export function BesideTicket({ ticket }: { ticket: TicketDetail }) {
  const { id, company, last_message_id: newest } = ticket;
  const { t } = useTranslation();
  const can = useCan();
  const [restricting, setRestricting] = useState<number | null>(null);
  const { data, isPending } = useConversation(id, newest);
  const links = data?.links ?? { reviews: [], tickets: [] };
  return (
    <div className={styles.beside}>
      <TicketFacts ticket={ticket} conversation={data} />
      <Section title={t("conversation.beside.company")}>
        {company === null ? (
          <p className="soft">{t("conversation.noCompany")}</p>
        ) : can("moderation") ? (
          <CompanyBeside company={company} />
        ) : (
          <p>
            <bdi>{company.name}</bdi>
          </p>
        )}
      </Section>
      {isPending ? (
        <div className="coming" aria-busy />
      ) : (
        <>
          {links.reviews.length > 0 && <LinkedReviews ticketId={id} reviews={links.reviews} onRestrict={setRestricting} />}
          {links.tickets.length > 0 && <OtherTickets tickets={links.tickets} />}
        </>
      )}
      <Suspense fallback={null}>
        {restricting !== null && <AskDialog reviewId={restricting} onClose={() => setRestricting(null)} />}
      </Suspense>
    </div>
  );
}

interface ReviewsProps {
  ticketId: number;
  reviews: Links["reviews"];
  onRestrict: (reviewId: number) => void;
}

/** The reviews that the ticket is about. One that is published can be asked to be restricted; of one that they may not open, people see the number. */
function LinkedReviews({ ticketId, reviews, onRestrict }: ReviewsProps) {
  const { t } = useTranslation();
  const unlink = useUnlinkReview(ticketId);
  return (
    <Section title={t("conversation.beside.linked")}>
      <ul className={styles.lines}>
        {reviews.map(({ id, title, status }) => {
          const isHidden = status === UNKNOWN_STATUS && title === "";
          const name = isHidden ? t("conversation.beside.hidden", { id }) : title || t("conversation.beside.untitled");
          return (
            <li key={id}>
              <span className={styles.line}>
                {isHidden ? (
                  <span>{name}</span>
                ) : (
                  <Link className="cut" to={paths.review(id)} dir="auto">
                    {name}
                  </Link>
                )}
                <span className="end" />
                {status === "published" && (
                  <Allowed permission="moderation">
                    <IconButton icon={EyeOff} size="s" label={t("conversation.restrict", { id })} onClick={() => onRestrict(id)} />
                  </Allowed>
                )}
                <IconButton
                  icon={X}
                  size="s"
                  label={t("conversation.beside.unlink", { title: name })}
                  onClick={() => void unlink.run(id)}
                />
              </span>
              {status !== UNKNOWN_STATUS && <Status of={status} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function OtherTickets({ tickets }: { tickets: Links["tickets"] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("conversation.beside.tickets")}>
      <ul className={styles.lines}>
        {tickets.map(({ id, subject, relation, status }) => (
          <li key={id}>
            {/* the messages of a merged ticket are in this one, and its address leads here */}
            {relation === "merged" ? (
              <span className="soft">{t("conversation.mergedHere", { id })}</span>
            ) : (
              <>
                <Link className="cut" to={paths.ticket(id)} dir="auto">
                  {subject}
                </Link>
                <span className="meta">
                  <Status of={status} />
                  {relation !== "same_client" && <>, {t(`conversation.relation.${relation}`)}</>}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Status({ of }: { of: string }) {
  return <span className="meta">{useStatus(of)}</span>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack-s" aria-label={title}>
      <h3 className="section-title">{title}</h3>
      {children}
    </section>
  );
}
