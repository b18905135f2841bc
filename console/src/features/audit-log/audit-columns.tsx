import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { declareTable } from "@/components/table/columns";
import { RowTime, type Timed } from "@/components/ui/row-time";
import { formatClock } from "@/lib/dates";
import { paths } from "@/lib/paths";

import type { AuditLine } from "./fold";
import { NamedThing, Sentence } from "./named";

interface Cell {
  row: Timed<AuditLine>;
}

/** The entries of all audit logs: when, what was done, to what, and by whom. */
export const auditTable = declareTable<Timed<AuditLine>>({
  name: "audit",
  rowKey: (row) => row.id,
  lines: 2,
  columns: [
    { id: "at", header: "audit.columns.at", Cell: RowTime, width: 116, sort: "server", narrow: "name" },
    { id: "what", header: "audit.columns.what", Cell: What, width: 240, grow: true, narrow: "line" },
    { id: "thing", header: "audit.columns.thing", Cell: Thing, width: 220, narrow: "line" },
    { id: "who", header: "audit.columns.who", Cell: Who, width: 168, narrow: "line" },
  ],
});

function What({ row: { text, about } }: Cell) {
  return <Sentence text={text} about={about} />;
}

function Thing({ row: { subject, others } }: Cell) {
  const { t } = useTranslation();
  const { kind } = subject;
  if (others.length > 0 && (kind === "text" || kind === "mail")) return t(`audit.many.${kind}`, { count: others.length + 1 });
  return <NamedThing of={subject} />;
}

function Who({ row: { user } }: Cell) {
  const { t } = useTranslation();
  if (user === null) return <span className="dim">{t("audit.product")}</span>;
  return (
    <Link className="plain cut block" to={paths.personHistory(user.id)} dir="auto" title={user.name}>
      {user.name}
    </Link>
  );
}

/** What a line opens into: each of the entries that it stands for, with its moment and its thing. */
export function Entries({ row }: Cell) {
  return (
    <ul className="stack-s">
      {[row, ...row.others].map(({ id, at, subject }) => (
        <li key={id} className="row">
          <time dateTime={at}>{formatClock(at)}</time>
          <NamedThing of={subject} />
        </li>
      ))}
    </ul>
  );
}
