import { useTranslation } from "react-i18next";

import { Day } from "@/components/table/filter-fields";

import { KINDS, type StatementFilters as Filters } from "./filters";
import styles from "./statements.module.css";

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

export function StatementFilters({ filters, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.filters} role="group" aria-label={t("statements.filter.label")}>
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
      {(["since", "until"] as const).map((name) => (
        <span key={name} className={styles.day}>
          <Day label={t(`statements.filter.${name}`)} value={filters[name]} onChange={(day) => onChange({ ...filters, [name]: day })} />
        </span>
      ))}
    </div>
  );
}
