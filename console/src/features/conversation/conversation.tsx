import "./words";

import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TicketMessage } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { saveSettings, useSettings } from "@/lib/settings";

import styles from "./conversation.module.css";
import { Message } from "./message";
import { useConversation } from "./use-conversation";

interface Props {
  ticketId: number;
  /** The id of the newest message: what was read before it came is asked for again. */
  newest: number | null;
}

const SHOWN = 6; // of a long conversation the last messages

/**
 * Everything that was written, the oldest first; it opens at the first message that nobody has answered.
 * The earlier part of a long conversation and quoted mail are folded, until somebody wants all of it: that is remembered.
 */
export function Conversation({ ticketId, newest }: Props) {
  const { t } = useTranslation();
  const [earlier, setEarlier] = useState(false);
  const { allOfTickets: all } = useSettings();
  const ticket = useConversation(ticketId, newest);
  const failure = useFailure(ticket);
  const opened = useOpenedAt(ticketId, ticket.data !== undefined);
  if (!ticket.data)
    return failure.error === null ? (
      <div aria-busy>
        <Skeleton width="60%" />
      </div>
    ) : (
      <LoadFailed title={t("conversation.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
    );
  const { messages } = ticket.data;
  const unanswered = firstUnanswered(messages);
  const notes = messages.filter(({ kind }) => kind === "note").length;
  const folded = all || earlier ? 0 : Math.max(0, messages.length - SHOWN);
  return (
    <>
      {(messages.length > SHOWN || messages.some(({ quoted }) => quoted)) && (
        <div className={`row not-paper ${styles.head}`}>
          <Button
            size="s"
            tone="quiet"
            className={all ? "is-on" : ""}
            icon={all ? ChevronsDownUp : ChevronsUpDown}
            aria-pressed={all}
            title={t("conversation.showAllHint")}
            onClick={() => saveSettings({ allOfTickets: !all })}
          >
            {t("conversation.showAll")}
          </Button>
        </div>
      )}
      {notes > 0 && (
        <p className={`meta ${styles.onPaper}`}>
          <span className={styles.leftOut}>{t("conversation.leftOut", { count: notes })}</span>
          <span className={styles.included}>{t("conversation.included", { count: notes })}</span>
        </p>
      )}
      {messages.length === 0 ? (
        <p className="soft">{t("conversation.none")}</p>
      ) : (
        <ol className={styles.list} aria-label={t("conversation.messages")}>
          {folded > 0 && (
            <li className={styles.earlier}>
              <Button size="s" onClick={() => setEarlier(true)}>
                {t("conversation.earlier", { count: folded })}
              </Button>
            </li>
          )}
          {/* what is folded is there all the same: it is printed */}
          {messages.map((message, index) => (
            <li key={message.id} {...(index === unanswered && { ref: opened, "data-unanswered": "" })} hidden={index < folded}>
              <Message ticketId={ticketId} message={message} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The place of the first message that came after the last answer; of the newest message, where all are answered. */
function firstUnanswered(messages: readonly TicketMessage[]): number {
  const answered = messages.findLastIndex(({ kind, delivery }) => kind === "staff" && delivery !== "taken_back");
  const next = messages.findIndex(({ kind, auto }, index) => index > answered && kind === "client" && !auto);
  return next === -1 ? Math.max(0, messages.length - 1) : next;
}

/**
 * Brings a message into sight once, when the ticket has come; not away from words that say why the ticket is here, and not
 * where it is folded: its button stands on top. Where it is in sight from the top, or nothing stands before it, the ticket
 * opens at its title.
 */
function useOpenedAt(ticketId: number, isThere: boolean) {
  const message = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const place = message.current;
    if (!isThere || !place || place.hidden || !place.previousElementSibling) return;
    const told = place.closest(".item-body")?.querySelector(".assigned-note");
    const end = place.closest(".item-grid")?.querySelector(".decision")?.getBoundingClientRect().top ?? 0;
    if (!told && place.getBoundingClientRect().bottom >= Math.min(end, window.innerHeight)) place.scrollIntoView({ block: "start" });
  }, [ticketId, isThere]);
  return message;
}
