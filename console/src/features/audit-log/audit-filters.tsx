import { useTranslation } from "react-i18next";

import type { AuditChoices } from "@/api/types";
import type { Filters } from "@/components/table/filters";
import { ChoiceFilter, FilterBar, PeriodFilter } from "@/components/table/filter-fields";
import { Button } from "@/components/ui/button";
import { readDay } from "@/lib/period";

import type { FILTERS } from "./audit-view";
import { sayAction } from "./things";

interface Props {
  of: Filters<(typeof FILTERS)[number]>;
  choices: AuditChoices | undefined;
}

/** The filters of the audit log: a kind of thing, one of its actions, a person and a period. They apply at once. */
export function AuditFilters({ of: { values, narrow, clear, isNarrowed, chosen }, choices }: Props) {
  const { t } = useTranslation();
  const kinds = choices?.kinds ?? [];
  const offered = kinds.filter(({ kind }) => values.kind === "" || kind === values.kind).flatMap(({ actions }) => actions);
  const options = {
    kind: sorted(kinds.map(({ kind }) => ({ value: kind, label: t(`audit.kinds.${kind}`) }))),
    action: sorted([...new Set(offered)].map((name) => ({ value: name, label: sayAction(name, t) }))),
    person: (choices?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const choice = (name: keyof typeof options, onChange: (value: string) => void) => (
    <ChoiceFilter
      label={t(`audit.filter.${name}`)}
      all={t(`audit.filter.all.${name}`)}
      value={values[name]}
      options={options[name]}
      onChange={onChange}
    />
  );
  return (
    <FilterBar label={t("audit.filter.label")} chosen={chosen}>
      {/* another kind has other things and other actions */}
      {choice("kind", (kind) => narrow({ kind, subject: "", action: "" }))}
      {choice("action", (action) => narrow({ action }))}
      {choice("person", (person) => narrow({ person }))}
      <PeriodFilter from={readDay(values.from)} to={readDay(values.to)} onChange={narrow} />
      {isNarrowed && (
        <Button size="s" tone="quiet" onClick={clear}>
          {t("audit.empty.clear")}
        </Button>
      )}
    </FilterBar>
  );
}

const sorted = <T extends { label: string }>(options: readonly T[]): T[] =>
  options.toSorted((one, other) => one.label.localeCompare(other.label));
