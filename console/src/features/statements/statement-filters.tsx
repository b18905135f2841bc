import { useTranslation } from "react-i18next";

import { MAIL_STATES } from "@/components/desk/mail-state";
import { ChoiceFilter, FilterBar, PeriodFilter } from "@/components/table/filter-fields";

import { KINDS, readFilters, type StatementFilters as Filters } from "./filters";

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

export function StatementFilters({ filters, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <span className="row wrap" role="group" aria-label={t("statements.columns.kind")}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ ...filters, kind })}
          >
            {t(`statements.filter.${kind || "all"}`)}
          </button>
        ))}
      </span>
      <FilterBar label={t("statements.filter.label")} chosen={Number(filters.since !== "" || filters.until !== "") + Number(filters.mail !== "")}>
        <PeriodFilter
          label={t("statements.columns.when")}
          from={filters.since}
          to={filters.until}
          onChange={({ from = filters.since, to = filters.until }) => onChange({ ...filters, since: from, until: to })}
        />
        <ChoiceFilter
          label={t("statements.columns.mail")}
          all={t("statements.filter.anyMail")}
          value={filters.mail}
          options={MAIL_STATES.map((value) => ({ value, label: t(`statements.mail.${value}`) }))}
          onChange={(mail) => onChange({ ...filters, mail: readFilters(new URLSearchParams({ mail })).mail })}
        />
      </FilterBar>
    </>
  );
}
