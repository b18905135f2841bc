import type { TFunction } from "i18next";
import { type ReactElement, type ReactNode, use, useId } from "react";
import { useTranslation } from "react-i18next";

import { DateInput } from "@/components/ui/date-input";
import { Disclosure } from "@/components/ui/disclosure";
import { formatNumber, formatShortDay } from "@/lib/dates";
import type { Days } from "@/lib/period";

import { BarRoom, Folded, LEAST_ROOM, USUAL_ROOM, useFolded } from "./bar-room";
import styles from "./filter-fields.module.css";

interface BarProps {
  label: string;
  /** How many filters are set. */
  chosen: number;
  /** The minimum width of the bar in which all filters fit in one line. */
  room?: number;
  children: readonly (ReactElement | readonly ReactElement[] | false)[] | ReactElement;
}

/** Filters in one line above a table. On a phone, or where several filters do not fit, they are behind one button. */
export function FilterBar({ label, chosen, room = USUAL_ROOM, children }: BarProps) {
  const { t } = useTranslation();
  const width = use(BarRoom);
  if (width < (Array.isArray(children) ? room : Math.min(room, LEAST_ROOM)))
    return (
      <Disclosure label={chosen > 0 ? t("table.filtersChosen", { number: formatNumber(chosen) }) : t("table.filters")} on={chosen > 0}>
        <Folded value>
          <div className={styles.folded} role="group" aria-label={label}>
            {children}
          </div>
        </Folded>
      </Disclosure>
    );
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface FoldProps {
  label: string;
  on?: boolean;
  children: ReactNode;
}

/** Several fields behind one chip; inside a bar that is folded already, a plain fieldset. */
export function Fold({ label, on = false, children }: FoldProps) {
  if (!useFolded())
    return (
      <Disclosure label={label} on={on}>
        {children}
      </Disclosure>
    );
  return (
    <fieldset className={styles.period}>
      <legend className="label">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  /** The option that filters nothing. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A filter with choices. A value that is not among them, such as an erased account, is shown as it is. */
export function ChoiceFilter({ label, all, value, options, onChange }: ChoiceProps) {
  const shown = value === "" || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <select
      className={`select ${styles.choice}`}
      data-on={value !== "" || undefined}
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
  /** The label of the period, if the rows have several times. */
  label?: string;
  onChange: (change: Partial<Days>) => void;
}

/** The period in which rows are shown, first and last day included. */
export function PeriodFilter({ label, from, to, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const name = label ?? t("table.period.days");
  return (
    <Fold label={useFolded() ? name : (daysOf({ from, to }, t) ?? name)} on={from !== "" || to !== ""}>
      <Panel>
        <Day label={t("table.period.from")} value={from} onChange={(day) => onChange({ from: day })} />
        <Day label={t("table.period.to")} value={to} onChange={(day) => onChange({ to: day })} />
      </Panel>
    </Fold>
  );
}

/** Fields with labels, in the panel that a filter opens. */
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

/** `1 Nov 2026 to 20 Nov 2026`, or the part of it that is set; null if neither day is. */
export function daysOf({ from, to }: Days, t: TFunction): string | null {
  const say = (day: string) => (day ? formatShortDay(day) : "");
  if (from && to) return t("table.period.between", { from: say(from), to: say(to) });
  if (from) return t("table.period.after", { from: say(from) });
  if (to) return t("table.period.before", { to: say(to) });
  return null;
}
