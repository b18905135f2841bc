import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { DecidedLine, NotedItem } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Nothing } from "@/components/ui/nothing";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { useShortMoment } from "@/lib/use-moment";

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

/** What one account did outside processes: exports, reads of personal data, changes. */
export const notedTable = declareTable<NotedItem>({
  name: "person-noted",
  rowKey: (row) => row.id,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "what", header: "history.person.columns.what", Cell: What, width: 240, grow: true },
    { id: "about", header: "history.person.columns.about", Cell: About, width: 168, narrow: "line" },
    { id: "when", header: "history.columns.when", Cell: When, width: 148, narrow: "end" },
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

function What({ row }: { row: NotedItem }) {
  return row.sentence;
}

function About({ row: { kind, subject_id: id } }: { row: NotedItem }) {
  const { t } = useTranslation();
  if (kind === "contact") return t("history.person.request", { id });
  return kind === "account" ? t("history.person.account", { id }) : <Nothing />;
}

function When({ row: { at } }: { row: NotedItem }) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}
