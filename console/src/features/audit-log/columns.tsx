import { useTranslation } from "react-i18next";

import type { LogEntry } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { formatDateTime } from "@/lib/dates";
import { useShortMoment } from "@/lib/use-moment";

interface Cell {
  row: LogEntry;
}

/** The entries of an audit log (spec, section 2). */
export const logTable = declareTable<LogEntry>({
  name: "audit-log",
  rowKey: (row) => row.id,
  steps: false,
  skeletons: 3,
  columns: [
    { id: "at", header: "organisation.log.at", Cell: At, width: 144, sort: "server", time: true, narrow: "line", Line: AtByWhom },
    { id: "user", header: "organisation.log.user", Cell: User, width: 176 },
    { id: "text", header: "organisation.log.text", Cell: Text, width: 240, grow: true, narrow: "name" },
  ],
});

function At({ row: { at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}

function AtByWhom({ row }: Cell) {
  return (
    <span className="meta">
      <At row={row} />
      <span className="dot" />
      <User row={row} />
    </span>
  );
}

function User({ row: { user } }: Cell) {
  const { t } = useTranslation();
  return <bdi className="cut">{user ? user.name : t("organisation.log.product")}</bdi>;
}

function Text({ row: { text } }: Cell) {
  return (
    <span dir="auto">
      {text}
    </span>
  );
}
