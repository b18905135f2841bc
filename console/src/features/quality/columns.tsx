import type { ParseKeys } from "i18next";

import { declareTable } from "@/components/table/columns";
import { formatNumber } from "@/lib/dates";

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
  { id: "agreed", header: "quality.agreed", Cell: Agreed, width: 136, align: "end", sort: (row: AgreementLine) => share(row.agreed, row.checked) },
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

function Agreed({ row }: Cell) {
  return percent(share(row.agreed, row.checked));
}

function SameReason({ row }: Cell) {
  return <span className="soft">{percent(share(row.same_reason, row.checked))}</span>;
}

function Overruled({ row }: Cell) {
  return <span className="soft">{formatNumber(row.overruled ?? 0)}</span>;
}

function percent(part: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(part);
}
