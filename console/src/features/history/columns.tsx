import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { declareTable } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { dayAbove, RowTime, type Timed } from "@/components/ui/row-time";
import { Who } from "@/features/audit-log/who";
import { paths } from "@/lib/paths";

import type { HistoryLine } from "./batches";
import styles from "./history.module.css";
import { subjectName, subjectPage } from "./subject";
import { useActionWords } from "./use-action-words";
import { EVERYTHING, writeView } from "./view";

interface Cell {
  row: Timed<HistoryLine>;
}

/** The history of all processes: action, person, subject and time. */
export const historyTable = declareTable<Timed<HistoryLine>>({
  name: "history",
  rowKey: (row) => row.id,
  above: dayAbove,
  columns: [
    { id: "when", header: "history.columns.when", Cell: RowTime, width: 108, ordered: "descending", narrow: "beside" },
    { id: "what", header: "history.columns.what", Cell: What, width: 252, grow: true, narrow: "last", Line: WhoAndWhat },
    { id: "who", header: "history.columns.who", Cell: ByWhom, width: 156, wide: 170 },
    { id: "item", header: "history.columns.item", Cell: Item, width: 208, wide: 320, narrow: "name", Line: ItemInLine },
    { id: "process", header: "history.columns.process", Cell: Process, width: 75, optional: "shown", priority: "lowest", from: 1150 },
    { id: "step", header: "history.columns.step", Cell: Step, width: 160, wide: 200, optional: "shown", priority: "low" },
  ],
});

function What({ row }: Cell) {
  return (
    <span className={styles.what}>
      <span>
        <Done row={row} />
      </span>
      <Note row={row} />
    </span>
  );
}

function WhoAndWhat({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <span className={styles.what}>
      <span>
        <bdi>{row.actor?.name ?? t("audit.product")}</bdi>
        <span className="dot" />
        <Done row={row} />
      </span>
      <Note row={row} />
    </span>
  );
}

function Done({ row }: Cell) {
  const { t } = useTranslation();
  const words = useActionWords();
  const done = words(row.action, row.label);
  return (
    <>
      <bdi className="strong">{done}</bdi>{" "}
      {row.to_title && row.to_title !== done && (
        <>
          <span className={`cut ${styles.to}`} title={row.to_title}>
            <Icon of={ArrowRight} flip className={styles.arrow} />
            <span className="sr">{t("history.ledTo")}</span> <bdi className="soft">{row.to_title}</bdi>
          </span>{" "}
        </>
      )}
      {row.batched && <span className="badge">{t("history.batch.mark", { count: row.others.length + 1 })}</span>}
    </>
  );
}

/** The reason of the action, and the text written with it. */
function Note({ row: { reason, note } }: Cell) {
  const { t } = useTranslation();
  if (!reason && !note) return null;
  const why = reason && note ? t("history.why", { reason, note }) : `${reason}${note}`;
  return (
    <bdi className="soft cut block" title={why}>
      {why}
    </bdi>
  );
}

function ByWhom({ row: { actor } }: Cell) {
  return <Who person={actor} />;
}

function Item({ row }: Cell) {
  const name = useItemName(row);
  const page = row.others.length > 0 ? null : subjectPage(row.subject);
  return (
    <span className={`cut block ${styles.item}`}>
      {page === null ? (
        name
      ) : (
        <Link className="plain" to={page}>
          {name}
        </Link>
      )}
      <Company row={row} />
    </span>
  );
}

function ItemInLine({ row }: Cell) {
  const name = useItemName(row);
  return (
    <span className="cut block">
      <bdi className="strong">{name}</bdi>
      <Company row={row} />
    </span>
  );
}

function useItemName({ subject, others }: Cell["row"]): string {
  const { t } = useTranslation();
  return others.length > 0 ? t("history.batch.items", { count: others.length + 1 }) : subjectName(subject, t);
}

function Company({ row: { company, others } }: Cell) {
  return company !== null && others.length === 0 && <bdi className="dim"> {company}</bdi>;
}

function Process({ row: { process_id: id, kind_title: title, others } }: Cell) {
  const { t } = useTranslation();
  if (others.length > 0) return "–";
  return (
    <Link
      className={`plain ${styles.process}`}
      to={`${paths.history}?${writeView({ ...EVERYTHING, process: id })}`}
      aria-label={t("history.process", { title, id })}
      title={`${t("history.process", { title, id })}: ${t("history.onlyProcess")}`}
    >
      <bdi>{id}</bdi>
    </Link>
  );
}

function Step({ row }: Cell) {
  return row.from_title ? (
    <bdi className="soft cut block" title={row.from_title}>
      {row.from_title}
    </bdi>
  ) : (
    "–"
  );
}
