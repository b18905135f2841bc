import "./words";

import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useFailure } from "@/api/use-failure";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { saveSettings, useSettings } from "@/lib/settings";

import { ClientLine } from "./client-line";
import styles from "./conversation.module.css";
import { Message } from "./message";
import { useConversation } from "./use-conversation";

interface Props {
  ticketId: number;
  /** The id of the newest message: what was read before it came is asked for again. */
  newest: number | null;
}

const SHOWN = 6; // of a long conversation the first message, and the last of these

/** The client, and everything that was written, the oldest first. The middle of a long conversation and quoted mail are folded, until somebody wants all of it: that is remembered. */
export function Conversation({ ticketId, newest }: Props) {
  const { t } = useTranslation();
  const [middle, setMiddle] = useState(false);
  const { allOfTickets: all } = useSettings();
  const ticket = useConversation(ticketId, newest);
  const failure = useFailure(ticket);
  if (!ticket.data)
    return failure.error === null ? (
      <div aria-busy>
        <Skeleton width="60%" />
      </div>
    ) : (
      <LoadFailed title={t("conversation.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
    );
  const { client, messages } = ticket.data;
  const [first, ...rest] = messages;
  const folded = all || middle ? 0 : Math.max(0, rest.length - SHOWN);
  // what is folded is there all the same: it is printed
  const line = (message: (typeof messages)[number], index: number) => (
    <li key={message.id} hidden={index < folded}>
      <Message ticketId={ticketId} message={message} />
    </li>
  );
  return (
    <>
      <div className="row wrap">
        <ClientLine ticketId={ticketId} client={client} />
        <span className="end" />
        {(rest.length > SHOWN || messages.some(({ quoted }) => quoted)) && (
          <Button
            size="s"
            tone="quiet"
            className={all ? "not-paper is-on" : "not-paper"}
            icon={all ? ChevronsDownUp : ChevronsUpDown}
            aria-pressed={all}
            title={t("conversation.showAllHint")}
            onClick={() => saveSettings({ allOfTickets: !all })}
          >
            {t("conversation.showAll")}
          </Button>
        )}
      </div>
      {first === undefined ? (
        <p className="soft">{t("conversation.none")}</p>
      ) : (
        <ol className={styles.list} aria-label={t("conversation.messages")}>
          {line(first, folded)}
          {folded > 0 && (
            <li className={styles.earlier}>
              <Button size="s" onClick={() => setMiddle(true)}>
                {t("conversation.earlier", { count: folded })}
              </Button>
            </li>
          )}
          {rest.map(line)}
        </ol>
      )}
    </>
  );
}
