import { useTranslation } from "react-i18next";

import { ChoiceFilter, FilterBar } from "@/components/table/filter-fields";
import { FindField } from "@/components/table/find-field";
import { formatNumber } from "@/lib/dates";
import type { Words } from "@/lib/use-words";

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
    <FilterBar label={t("bannedWords.filter.label")} chosen={0} room={0}>
      {SHOWN.map((show) => (
        <button key={show} type="button" className="chip" aria-pressed={filters.show === show} onClick={() => onChange({ show })}>
          <ShownName of={show} />
          {show !== "retired" && <span className="n">{totals?.[show] !== undefined && formatNumber(totals[show])}</span>}
        </button>
      ))}
      <ChoiceFilter
        label={t("bannedWords.filter.language")}
        all={t("bannedWords.filter.anyLanguage")}
        value={filters.language}
        options={LANGUAGES.map((code) => ({ value: code, label: t(`bannedWords.languages.${code}`) }))}
        onChange={(language) => onChange({ language })}
      />
      <FindField label={t("bannedWords.filter.find")} words={words} />
    </FilterBar>
  );
}

function ShownName({ of: show }: { of: Filters["show"] }) {
  const { t } = useTranslation();
  if (show === "flag" || show === "hold" || show === "reject") return t(`bannedWords.actions.${show}`);
  return t(`bannedWords.filter.${show}`);
}
