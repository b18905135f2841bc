import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CannedReply, TicketDetail } from "@/api/types";
import { useCaret, useOffers } from "@/components/form/use-offers";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/session/use-me";

import { CannedList } from "./canned-list";
import { askedAt, fillIn, partsOf, unfilledIn } from "./placeholders";
import styles from "./reply.module.css";

interface Props extends Omit<ComponentProps<"textarea">, "onChange"> {
  ticket: TicketDetail;
  tools: HTMLElement | null;
  canned: boolean;
  text: string;
  onChange: (text: string) => void;
}

const FRESH_MS = 60_000;
const SHOWN = 8; // the maximum number of canned replies in the list
const LONGEST = 20; // up to this length, the list says that nothing was found

/**
 * The text of a reply. `/` at the beginning of a line suggests canned replies; placeholders that are not filled in are
 * marked.
 */
export function ReplyText({ ticket, tools, canned, text, onChange, ...control }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const area = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState(0);
  /** The text before and after a canned reply was inserted, for undo: browsers undo only what was typed. */
  const inserted = useRef({ before: "", now: "", at: 0 });
  const moveCaret = useCaret(area);
  const { data } = useQuery({ ...read("/api/canned-replies"), staleTime: FRESH_MS });

  const asked = canned ? askedAt(text, caret) : null;
  const words = asked?.words.trim().toLowerCase() ?? "";
  const found = (data?.items ?? []).filter(({ title }) => title.toLowerCase().includes(words)).slice(0, SHOWN);
  const select = (from: number, to: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  };
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
    inserted.current = { before: text, now, at: caret };
    const end = asked.from + filled.length;
    const [open] = unfilledIn(filled);
    if (open) moveCaret(asked.from + open.from, asked.from + open.from + open.text.length);
    else moveCaret(end);
    setCaret(end);
  };
  // a line that merely begins with `/` is soon longer than a title
  const offers = useOffers({ asked, found, choose, saysNone: words.length <= LONGEST });
  /** Opens the list without typing `/`: inserts one on a line of its own. */
  const ask = () => {
    const before = text.slice(0, caret);
    const now = `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}/`;
    onChange(now + text.slice(caret));
    offers.reset();
    setCaret(now.length);
    moveCaret(now.length);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { before, now, at } = inserted.current;
    const undoes = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!undoes || now === "" || text !== now) {
      offers.press(event);
      return;
    }
    event.preventDefault();
    inserted.current = { before: "", now: "", at: 0 };
    onChange(before);
    setCaret(at);
    moveCaret(at);
  };
  const open = unfilledIn(text);
  const [next] = open;
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
          rows={3}
          dir="auto"
          value={text}
          {...offers.control}
          onChange={(event) => {
            onChange(event.target.value);
            offers.reset();
            note(event);
          }}
          onSelect={note}
          onKeyDown={press}
          onScroll={({ currentTarget }) => {
            if (behind.current) behind.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      {offers.isOpen && <CannedList id={offers.id} replies={data ? found : undefined} words={words} filled={filledIn} marked={offers.at} onChoose={choose} />}
      {tools &&
        createPortal(
          <Button size="s" tone="quiet" icon={MessageSquare} hotkey="/" onClick={ask}>
            {t("conversation.reply.canned")}
          </Button>,
          tools,
        )}
      {next && (
        <div className={styles.fill}>
          <Button size="s" className={styles.open ?? ""} onClick={() => select(next.from, next.from + next.text.length)}>
            {t("conversation.reply.fill", { placeholder: next.text, count: open.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
