import { useTranslation } from "react-i18next";

import { PeriodFilter } from "@/components/table/filter-fields";
import { useNow } from "@/lib/clock";
import { dayBefore, LATELY } from "@/lib/period";

import styles from "./history.module.css";

interface Props {
  /** Days as `2026-11-20`; empty: not set. */
  from: string;
  to: string;
  onChange: (change: { from?: string; to?: string }) => void;
}

const CHOICES = [7, LATELY, 90] as const;

/** The period of a page: one of the usual periods, or any dates, first and last day included. */
export function Period({ from, to, onChange }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const choices = CHOICES.map((days) => ({ days, first: days === LATELY ? "" : dayBefore(now, days) }));
  const isUsual = to === "" && choices.some(({ first }) => first === from);
  return (
    <div className={styles.period} role="group" aria-label={t("history.person.period")}>
      {choices.map(({ days, first }) => (
        <button key={days} type="button" className="chip" aria-pressed={to === "" && from === first} onClick={() => onChange({ from: first, to: "" })}>
          <bdi>{t("history.person.days", { count: days })}</bdi>
        </button>
      ))}
      <PeriodFilter label={t("history.person.dates")} from={isUsual ? "" : from} to={to} onChange={onChange} />
    </div>
  );
}
