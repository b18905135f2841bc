import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";
import { NoteForm } from "@/features/notes/note-form";
import { holdsText } from "@/lib/drafts";
import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";

import { isOthers, useItemWork } from "./item-work";
import { ReplyForm } from "./reply-form";
import styles from "./composer.module.css";

const TABS = ["reply", "note"] as const;
type Tab = (typeof TABS)[number];

/** At the foot of a conversation, always open: the reply to the client, or a note for colleagues. Their drafts are kept apart. */
export function Composer({ replies }: { replies: readonly OutcomeChoice[] }) {
  const { t } = useTranslation();
  const { task, lock, drafts, actions } = useItemWork();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Tab | null>(null);
  // a note asked for by its key has the focus; one that is shown because somebody else has the item has not
  const [noted, setNoted] = useState(0);
  // who goes to the reply by its tab stays there with the focus
  const [heard, setHeard] = useState(0);
  const [first] = replies;
  const hasReply = Object.entries(drafts.draft.forms).some(([name, form]) => name === first?.name && holdsText(form));
  const tab = chosen ?? (isOthers(lock) && !hasReply ? "note" : "reply");
  const outcome = replies.find(({ name }) => name === drafts.draft.open) ?? first;

  const { opened } = actions;
  const seen = useRef(opened);
  useEffect(() => {
    if (opened !== seen.current) setChosen("reply");
    seen.current = opened;
  }, [opened]);
  useHotkeys("item", [
    {
      keys: "m",
      label: t("work.keys.note"),
      run: () => {
        setChosen("note");
        setNoted((times) => times + 1);
      },
    },
  ]);

  const go = (to: Tab) => {
    setChosen(to);
    setHeard(opened);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tab === "reply" ? "note" : "reply";
    go(other);
    box.current?.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  };
  const leaveNote = () => {
    keepFocus(box.current?.closest<HTMLElement>("article"));
    setChosen(null);
    setNoted(0);
  };
  if (!outcome) return null;
  return (
    <section ref={box} className={`${styles.composer} ${tab === "note" ? (styles.noted ?? "") : ""}`} aria-label={t("conversation.composer")}>
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist" aria-label={t("conversation.composerKind")}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              data-tab={name}
              aria-selected={tab === name}
              aria-controls={`${id}-panel`}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => go(name)}
              onKeyDown={move}
            >
              {t(`conversation.kind.${name === "reply" ? "staff" : "note"}`)}
            </button>
          ))}
        </div>
        <span className="end" />
        {tab === "reply" && <span ref={setTools} className={styles.tools} />}
      </div>
      <div className={styles.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === "reply" ? (
          <ReplyForm outcome={outcome} tools={tools} opened={opened === heard ? 0 : opened} />
        ) : (
          <NoteForm key={noted} taskId={task.task_id} autoFocus={noted > 0} composed onClose={leaveNote} />
        )}
      </div>
    </section>
  );
}
