import "./words";

import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useFailure } from "@/api/use-failure";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

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

/** The client, and everything that was written, the oldest first. The middle of a long conversation is folded. */
export function Conversation({ ticketId, newest }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
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
  const folded = all ? 0 : Math.max(0, rest.length - SHOWN);
  // what is folded is there all the same: it is printed
  const line = (message: (typeof messages)[number], index: number) => (
    <li key={message.id} hidden={index < folded}>
      <Message ticketId={ticketId} message={message} />
    </li>
  );
  return (
    <>
      <ClientLine ticketId={ticketId} client={client} />
      {first === undefined ? (
        <p className="soft">{t("conversation.none")}</p>
      ) : (
        <ol className={styles.list} aria-label={t("conversation.messages")}>
          {line(first, folded)}
          {folded > 0 && (
            <li className={styles.earlier}>
              <Button size="s" onClick={() => setAll(true)}>
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
