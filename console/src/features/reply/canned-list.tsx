import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CannedReply } from "@/api/types";
import { paths } from "@/lib/paths";

import styles from "./reply.module.css";

interface Props {
  id: string;
  /** Undefined while loading. */
  replies: readonly CannedReply[] | undefined;
  /** The words typed after `/`. */
  words: string;
  /** The reply with its placeholders filled in. */
  filled: (text: string) => string;
  marked: number;
  onChoose: (reply: CannedReply) => void;
}

/** The canned replies that match the words after `/`. The text field handles the keys. */
export function CannedList({ id, replies, words, filled, marked, onChoose }: Props) {
  const { t } = useTranslation();
  if (replies?.length === 0)
    return (
      <p className={`soft ${styles.canned}`} id={id}>
        {words ? t("conversation.reply.noneOf", { words }) : t("conversation.reply.noCanned")}{" "}
        <Link to={paths.cannedReplies}>{t("navigation.cannedReplies")}</Link>
      </p>
    );
  return (
    <div className={styles.canned} id={id} role="listbox" aria-label={t("navigation.cannedReplies")} aria-busy={!replies}>
      {replies?.map((reply, index) => (
        <div
          key={reply.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          className="option"
          aria-selected={index === marked}
          data-highlighted={index === marked ? "" : undefined}
          // choose before the text loses the focus
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(reply);
          }}
        >
          <span className={styles.cannedName}>
            <bdi className="cut block strong">{reply.title}</bdi>
            <bdi className="cut block meta">{filled(reply.text)}</bdi>
          </span>
        </div>
      ))}
    </div>
  );
}
