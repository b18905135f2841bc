import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AuditThing, FoundEntry } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./audit.module.css";
import { nameOf, pageOf } from "./things";

interface Cell {
  row: FoundEntry;
}

/** The entries of all audit logs: what was done, to what, by whom, and when. */
export const auditTable = declareTable<FoundEntry>({
  name: "audit",
  rowKey: (row) => row.id,
  lines: 2,
  columns: [
    { id: "what", header: "audit.columns.what", Cell: What, width: 240, grow: true },
    { id: "thing", header: "audit.columns.thing", Cell: Thing, width: 220, narrow: "line", Line: ThingName },
    { id: "who", header: "audit.columns.who", Cell: Who, width: 168, narrow: "line" },
    { id: "at", header: "audit.columns.at", Cell: At, width: 168, sort: "server", narrow: "end" },
  ],
});

function What({ row: { text, about } }: Cell) {
  return (
    <span className={styles.what}>
      <span dir="auto">
        {text}
      </span>
      {about.map((thing) => (
        <Named key={`${thing.kind} ${thing.id}`} thing={thing} />
      ))}
    </span>
  );
}

function Thing({ row: { subject } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className={styles.what}>
      <Named thing={subject} />
      {subject.name !== null && subject.kind !== "export" && <span className="meta">{t(`audit.kinds.${subject.kind}`)}</span>}
    </span>
  );
}

function ThingName({ row: { subject } }: Cell) {
  return <Named thing={subject} />;
}

function Named({ thing }: { thing: AuditThing }) {
  const { t } = useTranslation();
  const [page, name] = [pageOf(thing), nameOf(thing, t)];
  if (page === null) return <bdi className="cut block">{name}</bdi>;
  return (
    <Link className="plain cut block" to={page} dir="auto" title={name}>
      {name}
    </Link>
  );
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

function At({ row: { at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}
