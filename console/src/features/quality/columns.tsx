import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";

import { ShareBar } from "@/components/chart/share-bar";
import { declareTable } from "@/components/table/columns";
import { formatNumber } from "@/lib/dates";

import styles from "./quality.module.css";

const FEWEST = 10; // second looks of which a percentage is shown

export interface AgreementLine {
  key: string;
  name: string;
  checked: number;
  agreed: number;
  same_reason: number;
  overruled?: number;
}

interface Cell {
  row: AgreementLine;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

const NUMBERS = [
  { id: "checked", header: "quality.checked", Cell: Checked, width: 136, align: "end", sort: (row: AgreementLine) => row.checked },
  { id: "agreed", header: "quality.agreed", Cell: Agreed, width: 200, align: "end", sort: (row: AgreementLine) => share(row.agreed, row.checked) },
  { id: "same_reason", header: "quality.sameReason", Cell: SameReason, width: 136, align: "end", sort: (row: AgreementLine) => share(row.same_reason, row.checked) },
] as const;

const nameColumn = (header: ParseKeys) => ({ id: "name", header, Cell: Name, width: 168, grow: true, sort: (row: AgreementLine) => row.name, fromA: true });

/** Agreement by the person who decided first, and how often a head moderator found the second decision right. */
export const personTable = declareTable<AgreementLine>({
  name: "quality-people",
  rowKey: (row) => row.key,
  skeletons: 3,
  steps: false,
  columns: [
    nameColumn("quality.person"),
    ...NUMBERS,
    { id: "overruled", header: "quality.overruled", Cell: Overruled, width: 136, align: "end", sort: (row) => row.overruled ?? 0 },
  ],
});

/** Agreement by the reason of the first decision. */
export const reasonTable = declareTable<AgreementLine>({
  name: "quality-reasons",
  rowKey: (row) => row.key,
  skeletons: 3,
  steps: false,
  columns: [nameColumn("quality.reason"), ...NUMBERS],
});

function Name({ row }: Cell) {
  return <bdi className="strong">{row.name}</bdi>;
}

function Checked({ row }: Cell) {
  return formatNumber(row.checked);
}

function Agreed({ row: { agreed, checked } }: Cell) {
  const { t } = useTranslation();
  const parts = [
    { name: t("quality.agreedOf", { count: agreed }), value: agreed, tone: "plain" },
    { name: t("quality.differ", { count: checked - agreed }), value: checked - agreed, tone: "free" },
  ] as const;
  return (
    <span className={styles.agreed}>
      <ShareBar parts={parts} />
      <Part of={checked}>{agreed}</Part>
    </span>
  );
}

function SameReason({ row }: Cell) {
  return (
    <span className="soft">
      <Part of={row.checked}>{row.same_reason}</Part>
    </span>
  );
}

/** A percentage of so few would say more than is known. */
function Part({ of: whole, children: part }: { of: number; children: number }) {
  const { t } = useTranslation();
  return <bdi>{whole < FEWEST ? t("quality.of", { part, whole }) : percent(share(part, whole))}</bdi>;
}

function Overruled({ row }: Cell) {
  return <span className="soft">{formatNumber(row.overruled ?? 0)}</span>;
}

function percent(part: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(part);
}
