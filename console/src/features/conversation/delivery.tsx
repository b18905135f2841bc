import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TicketMessage } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { useDesk } from "@/lib/desk";

import styles from "./conversation.module.css";

interface Props {
  ticketId: number;
  message: TicketMessage;
}

/** What became of the mail of a reply. A person sends again what failed; nothing is mailed twice by itself. */
export function Delivery({ ticketId, message: { id, delivery } }: Props) {
  const { t } = useTranslation();
  const { mail } = useDesk();
  const { run, busy, refusal } = useCommand({
    name: `send again ${id}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/tickets/{ticket_id}/messages/{message_id}/delivery", {
          params: { path: { ticket_id: ticketId, message_id: id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: ["/api/tickets/{ticket_id}"],
    says: () => t("conversation.againDone"),
  });
  if (delivery === null) return null;
  const isFailed = delivery === "failed" || delivery === "not_sent";
  return (
    <p className={`row wrap meta ${styles.delivery}`}>
      <span className={isFailed ? styles.failed : undefined}>{t(`conversation.delivery.${delivery}`)}</span>
      {(delivery === "failed" || (delivery === "not_sent" && mail)) && (
        <Button size="s" busy={busy} onClick={() => void run(undefined)}>
          {t("conversation.again")}
        </Button>
      )}
      {refusal !== null && <span role="alert">{sayUnknown(refusal, t)}</span>}
    </p>
  );
}
