import { Paperclip } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TicketMessage } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import styles from "./conversation.module.css";

interface Props {
  ticketId: number;
  message: TicketMessage;
}

/** One message: by whom, when, its text, its files, and what became of its mail. */
export function Message({ ticketId, message }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { kind, author, at, text, quoted, attachments, auto } = message;
  return (
    <article className={`${styles.message} ${styles[kind] ?? ""}`} aria-label={t(`tickets.kind.${kind}`)}>
      <header className="row wrap">
        <strong>
          <bdi>{author.name || author.email || t(`tickets.kind.${kind}`)}</bdi>
        </strong>
        <span className="meta">{t(`tickets.kind.${kind}`)}</span>
        {author.stranger && <span className="badge">{t("tickets.stranger")}</span>}
        {auto && <span className="meta">{t("tickets.auto")}</span>}
        <span className="end" />
        <time className="meta" dateTime={at} title={formatDateTime(at)}>
          {momentOf(at)}
        </time>
      </header>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {quoted && (
        <details className={styles.quoted}>
          <summary>{t("tickets.quoted")}</summary>
          <p className={styles.text} dir="auto">
            {quoted}
          </p>
        </details>
      )}
      {attachments.map((file) => (
        <Attachment key={file.id} file={file} />
      ))}
      <Delivery ticketId={ticketId} message={message} />
    </article>
  );
}

/** A file, opened under an address of five minutes. */
function Attachment({ file: { id, name, size } }: { file: TicketMessage["attachments"][number] }) {
  const { t } = useTranslation();
  const { run, busy } = useCommand({
    name: `attachment ${id}`,
    send: () => answer(api.GET("/api/attachments/{attachment_id}", { params: { path: { attachment_id: id } } })),
    done: ({ url }) => {
      window.open(url, "_blank", "noopener");
    },
  });
  return (
    <p>
      <Button size="s" icon={Paperclip} busy={busy} aria-label={t("tickets.open", { name })} onClick={() => void run()}>
        <bdi className="cut">{name}</bdi>
      </Button>{" "}
      <span className="meta">{t("tickets.size", { size: formatNumber(Math.ceil(size / 1024)) })}</span>
    </p>
  );
}

/** What became of the mail of a reply. One that failed is sent again by a person. */
function Delivery({ ticketId, message: { id, delivery } }: Props) {
  const { t } = useTranslation();
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
    says: () => t("tickets.againDone"),
  });
  if (delivery === null) return null;
  return (
    <p className="row meta">
      {t(`tickets.delivery.${delivery}`)}
      {delivery === "failed" && (
        <Button size="s" busy={busy} onClick={() => void run(undefined)}>
          {t("tickets.again")}
        </Button>
      )}
      {refusal !== null && <span role="alert">{sayUnknown(refusal, t)}</span>}
    </p>
  );
}
