import { Bot, type LucideIcon, Reply, Siren, StickyNote, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { TicketMessage } from "@/api/types";
import { FlaggedWords } from "@/components/desk/flagged-words";
import { flagsOf, marksIn } from "@/components/desk/flags";
import { SuspectMark } from "@/components/desk/item-marks";
import { MarkedAsWritten } from "@/components/desk/marked-text";
import { Icon } from "@/components/ui/icon";
import { formatDateTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { Attachment } from "./attachment";
import styles from "./conversation.module.css";
import { Delivery } from "./delivery";

const ICONS: Record<TicketMessage["kind"], LucideIcon> = { client: UserRound, staff: Reply, note: StickyNote, system: Bot };

interface Props {
  ticketId: number;
  message: TicketMessage;
}

/** One message: by whom, when, its text with flagged words marked in it, its files, and what became of its mail. */
export function Message({ ticketId, message }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { kind, author, at, text, quoted, flagged_words: words, attachments, auto, harm } = message;
  const word = t(`conversation.kind.${kind}`);
  const name = author.name || author.email;
  return (
    <article className={`${styles.message} ${styles[kind] ?? ""}`} aria-label={name ? `${word}: ${name}` : word}>
      <header className="row wrap">
        <Icon of={ICONS[kind]} />
        {name && (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
        <span className="meta">{word}</span>
        <SuspectMark suspect={author.suspect} />
        {author.stranger && <span className="badge">{t("conversation.stranger")}</span>}
        {auto && kind !== "system" && <span className="badge">{t("conversation.auto")}</span>}
        <span className="end" />
        <time className="meta" dateTime={at} title={formatDateTime(at)}>
          {momentOf(at)}
        </time>
      </header>
      {harm.map((passage) => (
        <p key={passage} className={`notice is-danger ${styles.harm}`} dir="auto">
          <Icon of={Siren} />
          <span>{t("conversation.harm", { passage })}</span>
        </p>
      ))}
      {text && (
        <p className={styles.text} dir="auto">
          <MarkedAsWritten text={text} marks={marksIn("text", words)} />
        </p>
      )}
      {quoted && (
        <details className={styles.quoted}>
          <summary>{t("conversation.quoted")}</summary>
          <p className={styles.text} dir="auto">
            <MarkedAsWritten text={quoted} marks={marksIn("quoted", words)} />
          </p>
        </details>
      )}
      <FlaggedWords flags={flagsOf(words)} />
      {attachments.length > 0 && (
        <ul className={styles.files}>
          {attachments.map((file) => (
            <Attachment key={file.id} file={file} />
          ))}
        </ul>
      )}
      <Delivery ticketId={ticketId} message={message} />
    </article>
  );
}
