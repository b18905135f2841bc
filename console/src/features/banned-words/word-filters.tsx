import { useTranslation } from "react-i18next";

import type { BannedWord } from "@/api/types";
import { ChoiceFilter, FilterBar } from "@/components/table/filter-fields";
import { FindField } from "@/components/table/find-field";
import { nameOfSort } from "@/components/table/sorting";
import type { TableState } from "@/components/table/use-table";
import { formatNumber } from "@/lib/dates";
import { intoSight } from "@/lib/into-sight";
import type { Words } from "@/lib/use-words";

import styles from "./banned-words.module.css";
import { LANGUAGES, RARE, SHOWN, WORST_FIRST, type WordFilters as Filters } from "./filters";
import { useListState } from "./use-words-list";

interface Props {
  of: TableState<BannedWord>;
  filters: Filters;
  words: Words;
  onChange: (change: Partial<Filters>) => void;
}

/** The filters with the number of entries of each; also the sort, for the narrow form without headers. */
export function WordFilters({ of: { narrow, sorting }, filters, words, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.shown} role="group" aria-label={t("bannedWords.filter.shown")}>
        {SHOWN.filter((show) => filters.show === show || !RARE.some((name) => name === show)).map((show) => (
          <button
            key={show}
            ref={filters.show === show ? intoSight : undefined}
            type="button"
            className="chip"
            aria-pressed={filters.show === show}
            onClick={() => onChange({ show })}
          >
            <ShownName of={show} />
            <ShownCount of={show} />
          </button>
        ))}
      </div>
      <FilterBar label={t("bannedWords.filter.label")} chosen={Number(filters.language !== "")}>
        {[
          <ChoiceFilter
            key="language"
            label={t("bannedWords.filter.language")}
            all={t("bannedWords.filter.anyLanguage")}
            value={filters.language}
            options={LANGUAGES.map((code) => ({ value: code, label: t(`bannedWords.languages.${code}`) }))}
            onChange={(language) => onChange({ language })}
          />,
          narrow && sorting ? <SortFilter key="sort" of={sorting} /> : [],
        ]}
      </FilterBar>
      <FindField label={t("bannedWords.filter.find")} words={words} />
    </>
  );
}

const SORTS = {
  best: { by: "precision", ascending: false },
  most: { by: "matches", ascending: false },
  fewest: { by: "matches", ascending: true },
  first: { by: "term", ascending: true },
  last: { by: "term", ascending: false },
};
const OTHERS = ["best", "most", "fewest", "first", "last"] as const;

function SortFilter({ of: { current, onSort } }: { of: NonNullable<TableState<BannedWord>["sorting"]> }) {
  const { t } = useTranslation();
  return (
    <ChoiceFilter
      label={t("table.sort")}
      all={t("bannedWords.sorts.worst")}
      value={OTHERS.find((name) => nameOfSort(SORTS[name]) === nameOfSort(current)) ?? ""}
      options={OTHERS.map((name) => ({ value: name, label: t(`bannedWords.sorts.${name}`) }))}
      onChange={(value) => {
        const chosen = OTHERS.find((name) => name === value);
        onSort(chosen ? SORTS[chosen] : WORST_FIRST);
      }}
    />
  );
}

export function ShownName({ of: show }: { of: Filters["show"] }) {
  const { t } = useTranslation();
  if (show === "flag" || show === "hold" || show === "reject") return t(`bannedWords.actions.${show}`);
  return t(`bannedWords.filter.${show}`);
}

/** The number of entries that a filter shows; not counted for retired ones. */
export function ShownCount({ of: show }: { of: Filters["show"] }) {
  const count = useListState().data?.totals[show];
  return count !== undefined && <bdi className="n">{formatNumber(count)}</bdi>;
}
