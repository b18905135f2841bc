import { useQuery } from "@tanstack/react-query";
import { Bot, FileText, Image, Mail } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { TicketMessage } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { FlaggedWords } from "@/components/desk/flagged-words";
import { flagsOf, marksIn } from "@/components/desk/flags";
import { HARMFUL, HarmMark, SuspectMark } from "@/components/desk/item-marks";
import { MarkedAsWritten } from "@/components/desk/marked-text";
import { sayUnknown } from "@/components/desk/say-unknown";
import { useFileSize } from "@/components/desk/use-file-size";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useMe } from "@/features/session/use-me";
import { formatDateTime } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";
import { useSettings } from "@/lib/settings";
import { useMoment } from "@/lib/use-moment";
import { useSeen } from "@/lib/use-seen";

import styles from "./conversation.module.css";
import { Delivery } from "./delivery";

const FRESH_MS = 4 * 60_000;

const MailDialog = lazyPart(async () => ({ default: (await import("@/components/desk/mail-dialog")).MailDialog }));

interface Props {
  ticketId: number;
  message: TicketMessage;
}

/** One message: by whom, when, its text with flagged words marked in it, its files, and what became of its mail. */
export function Message({ ticketId, message }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { allOfTickets: all } = useSettings();
  const [reading, setReading] = useState(false);
  const { kind, author, at, text, quoted, flagged_words: words, attachments, auto, harm, cc, original } = message;
  const me = useMe();
  const word = t(`conversation.kind.${kind}`);
  const name = author.name || author.email;
  const isMine = author.user_id === me.id;
  const isTakenBack = message.delivery === "taken_back";
  return (
    <article
      className={[styles.message, styles[kind], isTakenBack && styles.takenBack].filter(Boolean).join(" ")}
      aria-label={name ? `${word}: ${name}` : word}
    >
      {name ? <Avatar name={name} size="m" me={isMine} /> : <Icon of={Bot} />}
      <div className={styles.body}>
        <header className="row wrap">
          {name && (
            <strong>
              {isMine && <span className="not-paper">{t("work.timeline.you")}</span>}
              <bdi className={isMine ? styles.printed : undefined}>{name}</bdi>
            </strong>
          )}
          <span className="meta">{word}</span>
          <SuspectMark suspect={author.suspect} />
          {author.stranger && <span className="badge">{t("conversation.stranger")}</span>}
          {auto && kind !== "system" && <span className="badge">{t("conversation.auto")}</span>}
          {harm.length > 0 && <HarmMark priority={HARMFUL} />}
          <span className="end" />
          <time className="meta" dateTime={at} title={formatDateTime(at)}>
            {momentOf(at)}
          </time>
          {original && (
            <IconButton className="not-paper" icon={Mail} size="s" label={t("conversation.original")} onClick={() => setReading(true)} />
          )}
        </header>
        {cc.length > 0 && (
          <p className="meta">
            {t("conversation.copied")}{" "}
            {cc.map((person, place) => (
              <span key={`${person.email} ${person.name}`}>
                {place > 0 && ", "}
                <bdi title={person.email}>{person.name || person.email}</bdi>
                {person.suspect && " "}
                <SuspectMark suspect={person.suspect} />
              </span>
            ))}
          </p>
        )}
        {text && (
          <p className={styles.text} dir="auto">
            <MarkedAsWritten text={text} marks={marksIn("text", words)} />
          </p>
        )}
        {quoted && (
          <details className={styles.quoted} key={String(all)} open={all}>
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
        <Suspense fallback={null}>
          {reading && (
            <MailDialog
              title={t("conversation.originalOf", { id: message.id })}
              read={readMail(ticketId, message.id)}
              onClose={() => setReading(false)}
            />
          )}
        </Suspense>
      </div>
    </article>
  );
}

const readMail = (ticketId: number, messageId: number) => (key: string) =>
  answer(
    api.POST("/api/tickets/{ticket_id}/messages/{message_id}/source", {
      params: { path: { ticket_id: ticketId, message_id: messageId } },
      headers: { "Idempotency-Key": key },
    }),
  );

/** A file: images are shown small and open in a tab, everything else is saved, under an address of five minutes. */
function Attachment({ file: { id, name, size, preview } }: { file: TicketMessage["attachments"][number] }) {
  const { t } = useTranslation();
  const sizeOf = useFileSize();
  const { run, busy, refusal } = useCommand({
    name: `attachment ${id}`,
    send: () => answer(api.GET("/api/attachments/{attachment_id}", { params: { path: { attachment_id: id } } })),
    done: ({ url }) => {
      window.open(url, "_blank", "noopener");
    },
  });
  return (
    <li className={styles.file}>
      {preview && <Preview id={id} name={name} />}
      <Button
        size="s"
        icon={preview ? Image : FileText}
        busy={busy}
        aria-label={t(preview ? "conversation.open" : "conversation.save", { name })}
        onClick={() => void run()}
      >
        <bdi className="cut" title={name}>{name}</bdi>
      </Button>
      {/* on paper no button stands */}
      <bdi className={styles.printed}>{name}</bdi>
      <span className="meta">{sizeOf(size)}</span>
      {refusal !== null && <span role="alert">{sayUnknown(refusal, t)}</span>}
    </li>
  );
}

 // the address opens the file for five minutes

/** A small image in a place of a fixed size, read when it comes into view: nothing moves when it is there. */
function Preview({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const [broken, setBroken] = useState<string | null>(null);
  const { data } = useQuery({ ...read("/api/attachments/{attachment_id}", { path: { attachment_id: id } }), enabled: seen, staleTime: FRESH_MS });
  return (
    <div ref={place} className={styles.preview}>
      {data && data.url !== broken && <img src={data.url} alt={t("conversation.preview", { name })} onError={() => setBroken(data.url)} />}
    </div>
  );
}
