import { useTranslation } from "react-i18next";

import type { LogEntry } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { formatDateTime } from "@/lib/dates";

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
    { id: "at", header: "organisation.log.at", Cell: At, width: 208, sort: "server" },
    { id: "user", header: "organisation.log.user", Cell: User, width: 176 },
    { id: "text", header: "organisation.log.text", Cell: Text, width: 240, grow: true },
  ],
});

function At({ row: { at } }: Cell) {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
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
