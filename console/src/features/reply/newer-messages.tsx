import { useTranslation } from "react-i18next";

import type { TicketDetail } from "@/api/types";
import { Notice } from "@/components/ui/notice";
import { Message } from "@/features/conversation/message";
import { useConversation } from "@/features/conversation/use-conversation";

import styles from "./reply.module.css";

/** What has come since somebody began to write: read before the reply is sent. */
export function NewerMessages({ ticket: { id, last_message_id: newest }, since }: { ticket: TicketDetail; since: number }) {
  const { t } = useTranslation();
  const { data } = useConversation(id, newest);
  const newer = (data?.messages ?? []).filter((message) => message.id > since && message.kind !== "note");
  return (
    <Notice tone="warning" alert>
      <p className="strong">{t("conversation.newer.title")}</p>
      <p>{t("conversation.newer.text")}</p>
      <ol className={styles.newer} aria-label={t("conversation.newer.list")}>
        {newer.map((message) => (
          <li key={message.id}>
            <Message ticketId={id} message={message} />
          </li>
        ))}
      </ol>
    </Notice>
  );
}
