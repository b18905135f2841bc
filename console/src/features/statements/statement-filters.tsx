import { useTranslation } from "react-i18next";

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
        <label key={name} className={styles.day}>
          <span>{t(`statements.filter.${name}`)}</span>
          <input
            className="input"
            type="date"
            value={filters[name]}
            onChange={({ target }) => onChange({ ...filters, [name]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}
