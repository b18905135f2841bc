import type { TFunction } from "i18next";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { DateInput } from "@/components/ui/date-input";
import { Disclosure } from "@/components/ui/disclosure";
import { formatShortDay } from "@/lib/dates";
import type { Days } from "@/lib/period";

import styles from "./filter-fields.module.css";

/** Filters side by side above a table. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** What it says while nothing is chosen. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** There are few filters beside it: it has room for longer names. */
  wide?: boolean;
}

/** A filter with choices. A value that is no choice, such as an erased account, is shown as it is. */
export function ChoiceFilter({ label, all, value, options, onChange, wide = false }: ChoiceProps) {
  const shown = value === "" || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <select
      className={`select ${wide ? styles.wide : styles.choice}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface PeriodProps extends Days {
  /** What happened in these days, where rows have several times. */
  label?: string;
  onChange: (change: Partial<Days>) => void;
}

/** The days between which rows are shown; both are included. */
export function PeriodFilter({ label, from, to, onChange }: PeriodProps) {
  const { t } = useTranslation();
  return (
    <Disclosure label={daysOf({ from, to }, t) ?? label ?? t("table.period.days")} on={from !== "" || to !== ""}>
      <PeriodFields from={from} to={to} onChange={onChange} />
    </Disclosure>
  );
}

/** The two days, in what other filters share. `label`: what happened in these days. */
export function PeriodFields({ label, from, to, onChange }: PeriodProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.period}>
      {label && <legend className="label">{label}</legend>}
      <Panel>
        <Day label={t("table.period.from")} value={from} onChange={(day) => onChange({ from: day })} />
        <Day label={t("table.period.to")} value={to} onChange={(day) => onChange({ to: day })} />
      </Panel>
    </fieldset>
  );
}

/** Fields with their labels, in what a filter opens. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}

export function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <DateInput id={id} value={value} onChange={onChange} />
    </>
  );
}

/** `1 Nov 2026 to 20 Nov 2026`, or what of it is chosen; null for all days. */
function daysOf({ from, to }: Days, t: TFunction): string | null {
  const say = (day: string) => (day ? formatShortDay(day) : "");
  if (from && to) return t("table.period.between", { from: say(from), to: say(to) });
  if (from) return t("table.period.after", { from: say(from) });
  if (to) return t("table.period.before", { to: say(to) });
  return null;
}
