import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";

import { type Column, declareTable } from "@/components/table/columns";
import { formatNumber } from "@/lib/dates";

import styles from "./quality.module.css";

export const FEWEST = 20; // second looks from which a percentage is shown
const SCALE = [0, 0.5, 1];
export const FEWEST_DRAWN = 3; // second looks from which the interval is drawn

interface Agreement {
  checked: number;
  agreed: number;
  low: number;
  high: number;
}

export interface AgreementLine extends Agreement {
  key: string;
  name: string;
  same_reason: number;
  overruled?: number;
  /** The agreement of all people together. */
  all: Agreement;
}

interface Cell {
  row: AgreementLine;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

const BEFORE = [
  { id: "checked", header: "quality.checked", Cell: Checked, Total: TotalChecked, width: 124, align: "end", sort: (row: AgreementLine) => row.checked },
  { id: "agreed", header: "quality.agreed", Cell: Agreed, Total: TotalAgreed, width: 124, align: "end", sort: (row: AgreementLine) => share(row.agreed, row.checked), narrow: "end", Line: AgreedOf, TotalLine: TotalAgreedOf },
] as const;
const INTERVAL = { id: "interval", header: "quality.withInterval", Cell: Interval, Total: Everybody, width: 136, grow: true, narrow: "below" } as const;
const AFTER = [
  { id: "same_reason", header: "quality.sameReason", Cell: SameReason, Total: TotalSameReason, width: 132, align: "end", sort: (row: AgreementLine) => share(row.same_reason, row.checked), narrow: "line", Line: SameReasonOf, TotalLine: TotalSameReasonOf },
] as const;

const nameColumn = (header: ParseKeys) => ({ id: "name", header, Cell: Name, Total: TotalName, width: 120, wide: 240, sort: (row: AgreementLine) => row.name, fromA: true });

/** Agreement by the person who decided first, and how often a head moderator preferred the second decision. */
export const personTable = declareTable<AgreementLine>({
  name: "quality-people",
  rowKey: (row) => row.key,
  skeletons: 3,
  steps: false,
  columns: [
    nameColumn("quality.person"),
    ...BEFORE,
    INTERVAL,
    ...AFTER,
    { id: "overruled", header: "quality.overruled", Cell: Overruled, Total: TotalOverruled, width: 96, align: "end", sort: (row) => row.overruled ?? 0, narrow: "line", Line: OverruledOf, TotalLine: TotalOverruledOf },
  ],
});

const declareReasons = (columns: readonly Column<AgreementLine>[]) =>
  declareTable<AgreementLine>({ name: "quality-reasons", rowKey: (row) => row.key, skeletons: 3, steps: false, columns: [nameColumn("quality.reason"), ...columns] });

/** Agreement by the reason of the first decision. */
export const reasonTable = declareReasons([...BEFORE, INTERVAL, ...AFTER]);

/** Like `reasonTable`, if no reason has enough second looks for an interval. */
export const fewReasonsTable = declareReasons([...BEFORE.map((column) => ({ ...column, grow: column.id === "checked" })), ...AFTER]);

function Name({ row }: Cell) {
  return <bdi className="strong">{row.name}</bdi>;
}

function Checked({ row }: Cell) {
  return formatNumber(row.checked);
}

function Agreed({ row: { agreed, checked } }: Cell) {
  return <Part of={checked}>{agreed}</Part>;
}

/**
 * A point with its interval on a scale from 0 to 100 %; the dashed line is the share of all people. It is highlighted
 * if the interval does not contain that share.
 */
function Interval({ row }: Cell) {
  return <Drawn of={row} all={share(row.all.agreed, row.all.checked)} />;
}

function Drawn({ of: { agreed, checked, low, high }, all }: { of: Agreement; all: number }) {
  const { t } = useTranslation();
  if (checked < FEWEST_DRAWN) return <Dashed at={all} />;
  const isApart = all < low || all > high;
  return (
    <span className={styles.line} role="img" aria-label={t(isApart ? "quality.apart" : "quality.interval", { low: percent(low), high: percent(high), all: percent(all) })}>
      <i className={styles.all} style={{ insetInlineStart: percent(all) }} />
      <i className={isApart ? `${styles.interval} ${styles.apart}` : styles.interval} style={{ insetInlineStart: percent(low), inlineSize: percent(high - low) }} />
      <i className={styles.point} style={{ insetInlineStart: percent(share(agreed, checked)) }} />
    </span>
  );
}

/** The dashed line of all people's share continues through rows without an interval; left out in the narrow form. */
function Dashed({ at }: { at: number }) {
  return (
    <span className={`wide-only ${styles.empty}`}>
      <i className={styles.all} style={{ insetInlineStart: percent(at) }} />
    </span>
  );
}

/** The interval of all people, and the scale below it. */
function Everybody({ rows: [first] }: All) {
  if (!first) return null;
  return (
    <>
      <Drawn of={first.all} all={share(first.all.agreed, first.all.checked)} />
      <span className={styles.scale} aria-hidden>
        {SCALE.map((mark) => (
          <bdi key={mark}>{percent(mark)}</bdi>
        ))}
      </span>
    </>
  );
}

function AgreedOf({ row: { agreed, checked } }: Cell) {
  return useTranslation().t("quality.agreedOf", { agreed, checked });
}

function SameReason({ row }: Cell) {
  return (
    <span className="soft">
      <Part of={row.checked}>{row.same_reason}</Part>
    </span>
  );
}

function SameReasonOf({ row }: Cell) {
  return useTranslation().t("quality.sameReasonOf", { count: row.same_reason });
}

/** With few second looks a percentage would suggest false precision, so shows `3 of 5`. */
function Part({ of: whole, children: part }: { of: number; children: number }) {
  const { t } = useTranslation();
  return <bdi>{whole < FEWEST ? t("quality.of", { part, whole }) : percent(share(part, whole))}</bdi>;
}

function Overruled({ row }: Cell) {
  return <span className="soft">{formatNumber(row.overruled ?? 0)}</span>;
}

function OverruledOf({ row }: Cell) {
  return useTranslation().t("quality.overruledOf", { count: row.overruled ?? 0 });
}

interface All {
  rows: readonly AgreementLine[];
}

const sum = (rows: All["rows"], of: (row: AgreementLine) => number) => rows.reduce((total, row) => total + of(row), 0);

function TotalName() {
  return useTranslation().t("quality.total");
}

function TotalChecked({ rows }: All) {
  return formatNumber(sum(rows, ({ checked }) => checked));
}

function TotalAgreed({ rows }: All) {
  return <Part of={sum(rows, ({ checked }) => checked)}>{sum(rows, ({ agreed }) => agreed)}</Part>;
}

function TotalSameReason({ rows }: All) {
  return <Part of={sum(rows, ({ checked }) => checked)}>{sum(rows, (row) => row.same_reason)}</Part>;
}

function TotalOverruled({ rows }: All) {
  return formatNumber(sum(rows, ({ overruled }) => overruled ?? 0));
}

function TotalAgreedOf({ rows }: All) {
  return useTranslation().t("quality.agreedOf", { agreed: sum(rows, ({ agreed }) => agreed), checked: sum(rows, ({ checked }) => checked) });
}

function TotalSameReasonOf({ rows }: All) {
  return useTranslation().t("quality.sameReasonOf", { count: sum(rows, (row) => row.same_reason) });
}

function TotalOverruledOf({ rows }: All) {
  return useTranslation().t("quality.overruledOf", { count: sum(rows, ({ overruled }) => overruled ?? 0) });
}

export function percent(part: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(part);
}
