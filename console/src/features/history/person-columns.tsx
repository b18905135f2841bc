import { Link } from "react-router-dom";

import type { DecidedLine, NotedItem } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { dayAbove, RowTime, type Timed } from "@/components/ui/row-time";
import { NamedThing, Sentence } from "@/features/audit-log/named";
import { formatNumber } from "@/lib/dates";

type Noted = Timed<NotedItem>;
type Decided = DecidedLine & { key: string; to: string };

/** The decisions of one account, by step and outcome. */
export const decidedTable = declareTable<Decided>({
  name: "person-decided",
  rowKey: (row) => row.key,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "outcome", header: "history.person.columns.outcome", Cell: Outcome, width: 160, grow: true },
    { id: "step", header: "history.person.columns.step", Cell: Step, width: 200, narrow: "line" },
    { id: "number", header: "history.person.columns.number", Cell: HowMany, width: 112, align: "end", narrow: "end" },
  ],
});

/** The actions of one account outside processes: exports, reads of personal data, changes. */
export const notedTable = declareTable<Noted>({
  name: "person-noted",
  rowKey: (row) => row.id,
  above: dayAbove,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "when", header: "history.columns.when", Cell: RowTime, width: 92, narrow: "beside" },
    { id: "what", header: "history.person.columns.what", Cell: What, width: 200, wide: 560, narrow: "name" },
    { id: "about", header: "history.person.columns.about", Cell: About, width: 200, grow: true, narrow: "line" },
  ],
});

function Outcome({ row }: { row: Decided }) {
  return (
    <Link className="plain" to={row.to}>
      <bdi className="strong">{row.label}</bdi>
    </Link>
  );
}

function Step({ row }: { row: Decided }) {
  return <bdi>{row.title}</bdi>;
}

function HowMany({ row }: { row: Decided }) {
  return formatNumber(row.number);
}

function What({ row }: { row: Noted }) {
  return <Sentence text={row.sentence} about={row.about} />;
}

function About({ row }: { row: Noted }) {
  return <NamedThing of={row.subject} />;
}
