import { useTranslation } from "react-i18next";

import { SOURCES } from "@/components/desk/use-source-name";
import { ChoiceFilter, FilterBar, PeriodFilter } from "@/components/table/filter-fields";
import { FindField } from "@/components/table/find-field";
import { Button } from "@/components/ui/button";
import { useDesk } from "@/lib/desk";
import type { Days } from "@/lib/period";
import { RATINGS } from "@/lib/ratings";
import { useTitles } from "@/lib/use-titles";
import type { Words } from "@/lib/use-words";

import { EVERYTHING, type View, writeView } from "./view";

interface Props {
  view: View;
  words: Words;
  onChange: (change: Partial<View>) => void;
}

/** The filters of the table. Choices and days apply at once, words while they are typed. */
export function Filters({ view, words, onChange }: Props) {
  const { t } = useTranslation();
  const { statuses } = useDesk();
  const titles = useTitles();
  const among = <T extends string>(all: readonly T[], value: string): T | null => all.find((choice) => choice === value) ?? null;
  const narrowed = writeView({ ...view, sort: "received", ascending: false, company: null }).size;
  const { since: from, until: to } = view;
  const changeDays = ({ from: since = from, to: until = to }: Partial<Days>) => onChange({ since, until });
  return (
    <>
      <FindField label={t("classic.filter.q")} words={words} />
      <FilterBar label={t("classic.filter.label")} chosen={narrowed - Number(view.q !== "")}>
        <ChoiceFilter
          label={t("classic.filter.status")}
          all={t("classic.filter.allStatuses")}
          value={view.status ?? ""}
          options={statuses.filter(({ things }) => things.includes("review")).map(({ name }) => ({ value: name, label: titles.status(name) }))}
          onChange={(value) => onChange({ status: value || null })}
        />
        <ChoiceFilter
          label={t("classic.filter.source")}
          all={t("classic.filter.allSources")}
          value={view.source ?? ""}
          options={SOURCES.map((source) => ({ value: source, label: t(`work.source.${source}`) }))}
          onChange={(value) => onChange({ source: among(SOURCES, value) })}
        />
        <ChoiceFilter
          label={t("classic.filter.rating")}
          all={t("classic.filter.allRatings")}
          value={view.rating === null ? "" : String(view.rating)}
          options={RATINGS.map((rating) => ({ value: String(rating), label: t("work.filter.stars", { count: rating }) }))}
          onChange={(value) => onChange({ rating: value ? Number(value) : null })}
        />
        <PeriodFilter label={t("classic.filter.days")} from={from} to={to} onChange={changeDays} />
        {(["flagged", "verified"] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            data-on={view[name] || undefined}
            aria-pressed={view[name]}
            onClick={() => onChange({ [name]: !view[name] })}
          >
            {t(`classic.filter.${name}`)}
          </button>
        ))}
        {narrowed > 0 && (
          <Button
            size="s"
            tone="quiet"
            onClick={() => {
              words.empty();
              onChange({ ...EVERYTHING, company: view.company });
            }}
          >
            {t("classic.filter.clear")}
          </Button>
        )}
      </FilterBar>
    </>
  );
}
