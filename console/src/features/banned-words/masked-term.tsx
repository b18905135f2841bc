import { Eye } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { BannedWord } from "@/api/types";
import { IconButton } from "@/components/ui/icon-button";

import styles from "./banned-words.module.css";

interface Props {
  word: BannedWord;
  onOpen: () => void;
}

/** A term, and the button that opens its entry. Terms to be rejected are hidden until somebody wants to see one. */
export function MaskedTerm({ word, onOpen }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const hidden = word.action === "reject" && !shown;
  return (
    <span className={styles.term}>
      <button
        type="button"
        className={`plain cut ${styles.open} ${word.mode === "pattern" ? "mono" : "strong"}`}
        aria-label={hidden ? t("bannedWords.masked") : t("bannedWords.open", { term: word.term })}
        onClick={onOpen}
      >
        <bdi>{hidden ? mask(word.term) : word.term}</bdi>
      </button>
      {hidden && <IconButton icon={Eye} size="s" label={t("bannedWords.show")} onClick={() => setShown(true)} />}
      {word.shadow && <span className="badge badge-line">{t("bannedWords.shadow")}</span>}
      {word.stopped_at !== null && (
        <span className="badge tone-danger" title={t("bannedWords.stoppedHint")}>
          {t("bannedWords.stopped")}
        </span>
      )}
    </span>
  );
}

/** The first letter of each word; how many follow is not said. */
function mask(term: string): string {
  return term
    .split(" ")
    .map((part) => `${String.fromCodePoint(part.codePointAt(0) ?? 0)}•••`)
    .join(" ");
}
