import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CannedReply, TicketDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/session/use-me";

import { CannedList } from "./canned-list";
import { askedAt, fillIn, partsOf, unfilledIn } from "./placeholders";
import styles from "./reply.module.css";

interface Props extends Omit<ComponentProps<"textarea">, "onChange"> {
  ticket: TicketDetail;
  text: string;
  onChange: (text: string) => void;
}

const FRESH_MS = 60_000;
const SHOWN = 8; // of the canned replies that fit
const LONGEST = 20; // words that are still looked for

/** The text of a reply. `/` at the beginning of a line offers canned replies; what they leave open is marked. */
export function ReplyText({ ticket, text, onChange, ...control }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const pending = useRef<[from: number, to: number] | null>(null);
  const { data } = useQuery({ ...read("/api/canned-replies"), staleTime: FRESH_MS });

  const asked = askedAt(text, caret);
  const words = asked?.words.trim().toLowerCase() ?? "";
  const found = (data?.items ?? []).filter(({ title }) => title.toLowerCase().includes(words)).slice(0, SHOWN);
  // a line that only begins with a stroke is soon longer than a title
  const isOpen = asked !== null && asked.from !== closedAt && (found.length > 0 || words.length <= LONGEST);
  const at = Math.min(marked, found.length - 1);

  const select = (from: number, to: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  };
  // when the changed text stands in its field
  useLayoutEffect(() => {
    if (!pending.current) return;
    const [from, to] = pending.current;
    pending.current = null;
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  });

  const filledIn = (reply: string) =>
    fillIn(reply, {
      client_name: ticket.client.name,
      company: ticket.company?.name ?? "",
      ticket: String(ticket.id),
      my_name: me.name,
    });
  const choose = (reply: CannedReply) => {
    if (!asked) return;
    const filled = filledIn(reply.text);
    const now = text.slice(0, asked.from) + filled + text.slice(caret);
    onChange(now);
    const end = asked.from + filled.length;
    const [open] = unfilledIn(filled);
    pending.current = open ? [asked.from + open.from, asked.from + open.from + open.text.length] : [end, end];
    setCaret(end);
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const chosen = found[at];
    if (event.key === "ArrowDown") setMarked((at + 1) % Math.max(1, found.length));
    else if (event.key === "ArrowUp") setMarked((at - 1 + found.length) % Math.max(1, found.length));
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) choose(chosen);
    else if (event.key === "Escape") setClosedAt(asked.from);
    else return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes the list alone, and not the form
  };
  /** Opens the list for who does not type `/`: on a line of its own. */
  const ask = () => {
    const before = text.slice(0, caret);
    const now = `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}/`;
    onChange(now + text.slice(caret));
    setClosedAt(null);
    setCaret(now.length);
    pending.current = [now.length, now.length];
  };
  const note = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => setCaret(currentTarget.selectionStart);
  return (
    <div className={styles.writing}>
      <div className={styles.layers}>
        <div ref={behind} className={`textarea ${styles.behind}`} aria-hidden>
          {partsOf(text).map((part) => (part.isPlaceholder ? <mark key={part.from}>{part.text}</mark> : part.text))}
          {"\n"}
        </div>
        <textarea
          {...control}
          ref={area}
          className={`textarea ${styles.area}`}
          rows={4}
          dir="auto"
          value={text}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${at}` : undefined}
          onChange={(event) => {
            onChange(event.target.value);
            setMarked(0);
            setClosedAt(null);
            note(event);
          }}
          onSelect={note}
          onKeyDown={press}
          onScroll={({ currentTarget }) => {
            if (behind.current) behind.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      {isOpen && <CannedList id={listId} replies={data ? found : undefined} words={words} filled={filledIn} marked={at} onChoose={choose} />}
      <div className="row wrap">
        <Button size="s" tone="quiet" onClick={ask}>
          {t("conversation.reply.canned")}
        </Button>
        {unfilledIn(text).map(({ text: open, from }) => (
          <Button key={from} size="s" className={styles.open ?? ""} onClick={() => select(from, from + open.length)}>
            {t("conversation.reply.fill", { placeholder: open })}
          </Button>
        ))}
      </div>
    </div>
  );
}
