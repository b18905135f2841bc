import { useTranslation } from "react-i18next";

import { Day } from "@/components/table/filter-fields";

import styles from "./history.module.css";

interface Props {
  /** Days as `2026-11-20`; empty: none is chosen. */
  from: string;
  to: string;
  /** What is shown while no first day is chosen. */
  lately: string;
  onChange: (change: { from?: string; to?: string }) => void;
}

/** The days of which a page tells; both are included. Each name stays beside its field. */
export function Period({ from, to, lately, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.period} role="group" aria-label={t("history.person.period")}>
      <span className={from ? "row" : "row not-paper"}>
        <Day label={t("table.period.from")} value={from} onChange={(day) => onChange({ from: day })} />
      </span>
      <span className={to ? "row" : "row not-paper"}>
        <Day label={t("table.period.to")} value={to} onChange={(day) => onChange({ to: day })} />
      </span>
      {!from && <span className="soft">{lately}</span>}
    </div>
  );
}
