import { useTranslation } from "react-i18next";

import { declareTable } from "@/components/table/columns";
import { dayAbove, RowTime, type Timed } from "@/components/ui/row-time";
import { formatClock } from "@/lib/dates";

import type { AuditLine } from "./fold";
import { NamedThing, Sentence } from "./named";
import { Who } from "./who";

interface Cell {
  row: Timed<AuditLine>;
}

/** The entries of all audit logs: time, action, person and thing; the columns are ordered like those of the history. */
export const auditTable = declareTable<Timed<AuditLine>>({
  name: "audit",
  rowKey: (row) => row.id,
  above: dayAbove,
  columns: [
    { id: "at", header: "audit.columns.at", Cell: RowTime, width: 108, sort: "server", time: true, narrow: "beside" },
    { id: "what", header: "audit.columns.what", Cell: What, width: 172, wide: 480, narrow: "name", Line: WhatInLine },
    { id: "who", header: "audit.columns.who", Cell: ByWhom, width: 152, wide: 200 },
    { id: "thing", header: "audit.columns.thing", Cell: Thing, width: 208, grow: true, narrow: "line", Line: ThingAndWho },
  ],
});

function What({ row: { text, about } }: Cell) {
  return <Sentence text={text} about={about} />;
}

function WhatInLine({ row: { text, about } }: Cell) {
  return <Sentence text={text} about={about} plain />;
}

function ThingAndWho({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <Thing row={row} plain />
      <span className="dot" />
      <bdi>{row.user?.name ?? t("audit.product")}</bdi>
    </>
  );
}

function Thing({ row: { subject, others }, plain = false }: Cell & { plain?: boolean }) {
  const { t } = useTranslation();
  const { kind } = subject;
  if (others.length > 0 && (kind === "text" || kind === "mail")) return t(`audit.many.${kind}`, { count: others.length + 1 });
  return <NamedThing of={subject} plain={plain} />;
}

function ByWhom({ row: { user } }: Cell) {
  return <Who person={user} />;
}

/** The details of a line: each entry that it stands for, with its time and its thing. */
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
