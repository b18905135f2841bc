import { useTranslation } from "react-i18next";

import { formatNumber } from "@/lib/dates";
import type { Words } from "@/lib/use-words";

import styles from "./banned-words.module.css";
import { LANGUAGES, SHOWN, type WordFilters as Filters } from "./filters";
import { useListState } from "./use-words-list";

interface Props {
  filters: Filters;
  words: Words;
  onChange: (change: Partial<Filters>) => void;
}

/** What of the list is shown, with how many entries there are. */
export function WordFilters({ filters, words, onChange }: Props) {
  const { t } = useTranslation();
  const totals = useListState().data?.totals;
  return (
    <div className={styles.filters} role="group" aria-label={t("bannedWords.filter.label")}>
      {SHOWN.map((show) => (
        <button key={show} type="button" className="chip" aria-pressed={filters.show === show} onClick={() => onChange({ show })}>
          <ShownName of={show} />
          {show !== "retired" && <span className="n">{totals?.[show] !== undefined && formatNumber(totals[show])}</span>}
        </button>
      ))}
      <select
        className={`select ${styles.language}`}
        aria-label={t("bannedWords.filter.language")}
        value={filters.language}
        onChange={({ target }) => onChange({ language: target.value })}
      >
        <option value="">{t("bannedWords.filter.anyLanguage")}</option>
        {LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {t(`bannedWords.languages.${code}`)}
          </option>
        ))}
      </select>
      <input
        type="search"
        className={`input ${styles.find}`}
        aria-label={t("bannedWords.filter.find")}
        placeholder={t("bannedWords.filter.find")}
        maxLength={200}
        value={words.typed}
        onChange={({ target }) => words.type(target.value)}
        onBlur={words.flush}
      />
    </div>
  );
}

function ShownName({ of: show }: { of: Filters["show"] }) {
  const { t } = useTranslation();
  if (show === "flag" || show === "hold" || show === "reject") return t(`bannedWords.actions.${show}`);
  return t(`bannedWords.filter.${show}`);
}
