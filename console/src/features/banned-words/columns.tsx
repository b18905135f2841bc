import { Eye } from "lucide-react";
import { createContext, use, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BannedWord } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { formatNumber } from "@/lib/dates";

import styles from "./banned-words.module.css";
import { ACTION_ICONS, ACTIONS, MODES } from "./choices";

interface Cell {
  row: BannedWord;
}

/** Opens an entry beside the list. */
export const OpenEntry = createContext<(word: BannedWord) => void>(() => undefined);

export const wordTable = declareTable<BannedWord>({
  name: "banned-words",
  rowKey: (row) => row.id,
  columns: [
    { id: "term", header: "bannedWords.columns.term", Cell: Term, width: 120, grow: true, sort: "server", fromA: true },
    { id: "action", header: "bannedWords.columns.action", Cell: Action, width: 88, narrow: "line" },
    { id: "mode", header: "bannedWords.columns.mode", Cell: Mode, width: 72, optional: "shown", priority: "low", narrow: "line" },
    { id: "severity", header: "bannedWords.columns.severity", Cell: Severity, width: 72, optional: "shown", priority: "low" },
    { id: "matches", header: "bannedWords.columns.matches", Cell: Matches, width: 84, align: "end", sort: "server", narrow: "line", Line: MatchesLine },
    { id: "precision", header: "bannedWords.columns.precision", hint: "bannedWords.explain", Cell: Precision, Line: PrecisionLine, width: 124, align: "end", sort: "server", narrow: "end" },
  ],
});

function Term({ row }: Cell) {
  const open = use(OpenEntry);
  return <MaskedTerm word={row} onOpen={() => open(row)} />;
}

function Action({ row }: Cell) {
  const { t } = useTranslation();
  const action = ACTIONS.find((name) => name === row.action) ?? "flag";
  return (
    <span className={`${styles.action} ${styles[action] ?? ""}`}>
      <Icon of={ACTION_ICONS[action]} />
      {t(`bannedWords.actions.${action}`)}
    </span>
  );
}

function Mode({ row }: Cell) {
  const { t } = useTranslation();
  return <span className="soft">{t(`bannedWords.modes.${MODES.find((name) => name === row.mode) ?? "word"}`)}</span>;
}

function Severity({ row: { severity } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className={styles.severity} role="img" aria-label={t("bannedWords.severity", { severity })}>
      {[1, 2, 3].map((level) => (
        <i key={level} data-on={level <= severity || undefined} />
      ))}
    </span>
  );
}

function Matches({ row }: Cell) {
  return formatNumber(row.matches);
}

function MatchesLine({ row }: Cell) {
  const { t } = useTranslation();
  return t("bannedWords.matches", { count: row.matches });
}

const WORST = 0.25;
const GOOD = 0.6;
const FEW = 10; // with fewer decisions a percentage means little

function Precision({ row: { precision, rejected, published } }: Cell) {
  const { t } = useTranslation();
  if (precision === null)
    return (
      <span className="dim wide-only" title={t("bannedWords.undecided")}>
        <span aria-hidden>–</span>
        <span className="sr">{t("bannedWords.undecided")}</span>
      </span>
    );
  if (rejected + published < FEW)
    return <span className="tabular soft">{t("bannedWords.few", { rejected, count: rejected + published })}</span>;
  const tone = precision < WORST ? "tone-danger" : precision >= GOOD ? "tone-success" : "";
  return (
    <span className={styles.precision} title={t("bannedWords.upheldHint", { rejected, published })}>
      <i className={tone} aria-hidden>
        <i style={{ inlineSize: `${precision * 100}%` }} />
      </i>
      <span className="tabular">{new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(precision)}</span>
    </span>
  );
}

/** Like `Precision`, with a word for the number, because the narrow form has no header. */
function PrecisionLine({ row }: Cell) {
  const { t } = useTranslation();
  const decided = row.rejected + row.published;
  if (row.precision === null || decided >= FEW) return <Precision row={row} />;
  return t("bannedWords.fewLine", { rejected: row.rejected, count: decided });
}

interface Props {
  word: BannedWord;
  onOpen: () => void;
}

/** A term as the button that opens its entry. Terms with the action reject are masked until the person reveals them. */
function MaskedTerm({ word, onOpen }: Props) {
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

/** Shows the first letter of each word; does not reveal the word's length. */
function mask(term: string): string {
  return term
    .split(" ")
    .map((part) => `${String.fromCodePoint(part.codePointAt(0) ?? 0)}•••`)
    .join(" ");
}
