import "./words";

import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { TicketDetail } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Message } from "@/features/conversation/message";
import { useConversation } from "@/features/conversation/use-conversation";
import { useDesk } from "@/lib/desk";
import type { FormValues } from "@/lib/drafts";

import { FileField } from "./file-field";
import { PeopleField } from "./people-field";
import { ReplyText } from "./reply-text";
import styles from "./reply.module.css";

interface Props {
  ticket: TicketDetail;
  /** The id of the newest message when the form was opened. */
  read: number | null;
  /** The names of the form's fields for the text and the files. */
  names: { text: string; files: string };
  /** The names of the fields for people, if the form has them: who is left out, who is added. */
  people: readonly string[];
  /** The element for the button of canned replies; null if there is none. */
  tools: HTMLElement | null;
  /** Canned replies may be used. */
  canned: boolean;
  /** Nobody has the ticket; typing takes it. */
  free: boolean;
  /** The submit buttons. */
  children: ReactNode;
}

/** A reply to a client: its text with canned replies, its files, and above them messages that arrived meanwhile. */
export function ReplyFields({ ticket, read, names, people: [leftOut, also], tools, canned, free, children }: Props) {
  const { t } = useTranslation();
  const { mail } = useDesk();
  const { control, setValue, formState } = useFormContext<FormValues>();
  const values = useWatch({ control });
  const text = String(values[names.text] ?? "");
  const change = (name: string) => (value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <FileField value={values[names.files]} onChange={change(names.files)} foot={children}>
      {read !== ticket.last_message_id && <NewerMessages ticket={ticket} since={read ?? 0} />}
      {leftOut !== undefined && also !== undefined && (
        <PeopleField
          ticket={ticket}
          leftOut={{ value: values[leftOut], onChange: change(leftOut) }}
          also={{ value: values[also], onChange: change(also) }}
        />
      )}
      <div className={styles.text}>
        <Field label={t("conversation.reply.label")} required hint={ticket.client.email && mail ? undefined : t(`conversation.reply.${ticket.client.email ? "noServer" : "noAddress"}`)} error={formState.errors[names.text]?.message}>
          {(props) => <ReplyText {...props} name={names.text} ticket={ticket} tools={tools} canned={canned} placeholder={t(`conversation.reply.${free ? "takes" : "to"}`, { name: ticket.client.name || ticket.client.email })} text={text} onChange={change(names.text)} />}
        </Field>
      </div>
    </FileField>
  );
}

/** Messages that arrived since the form was opened, to be read before the reply is sent. */
function NewerMessages({ ticket: { id, last_message_id: newest }, since }: { ticket: TicketDetail; since: number }) {
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
