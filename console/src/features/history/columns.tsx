import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { declareTable } from "@/components/table/columns";
import { RowTime, type Timed } from "@/components/ui/row-time";
import { paths } from "@/lib/paths";

import type { HistoryLine } from "./batches";
import styles from "./history.module.css";
import { subjectName, subjectPage } from "./subject";
import { useActionWords } from "./use-action-words";
import { EVERYTHING, writeView } from "./view";

interface Cell {
  row: Timed<HistoryLine>;
}

/** The history of all processes: what was done, by whom, to what, and when. */
export const historyTable = declareTable<Timed<HistoryLine>>({
  name: "history",
  rowKey: (row) => row.id,
  columns: [
    { id: "when", header: "history.columns.when", Cell: RowTime, width: 116 },
    { id: "what", header: "history.columns.what", Cell: What, width: 220, grow: true },
    { id: "who", header: "history.columns.who", Cell: Who, width: 148 },
    { id: "item", header: "history.columns.item", Cell: Item, width: 124 },
    { id: "process", header: "history.columns.process", Cell: Process, width: 200, optional: "shown" },
    { id: "step", header: "history.columns.step", Cell: Step, width: 168, optional: "shown" },
  ],
});

function What({ row }: Cell) {
  const { t } = useTranslation();
  const words = useActionWords();
  const done = words(row.action, row.label);
  return (
    <span className={styles.what}>
      <span>
        <bdi className="strong">{done}</bdi>{" "}
        {row.to_title && row.to_title !== done && <bdi className="meta">{t("history.ledTo", { step: row.to_title })}</bdi>}
        {row.batched && <span className="badge">{t("history.batch.mark", { count: row.others.length + 1 })}</span>}
      </span>
      {row.note && (
        <bdi className="soft cut block" title={row.note}>
          {row.note}
        </bdi>
      )}
    </span>
  );
}

function Who({ row: { actor } }: Cell) {
  const { t } = useTranslation();
  if (!actor) return <span className="dim">{t("history.product")}</span>;
  return (
    <Link className="plain cut block" to={paths.personHistory(actor.id)} dir="auto" title={actor.name}>
      {actor.name}
    </Link>
  );
}

function Item({ row: { subject, others } }: Cell) {
  const { t } = useTranslation();
  if (others.length > 0) return t("history.batch.items", { count: others.length + 1 });
  const page = subjectPage(subject);
  if (page === null) return subjectName(subject, t);
  return (
    <Link className="plain" to={page}>
      {subjectName(subject, t)}
    </Link>
  );
}

function Process({ row: { process_id: id, kind_title: title, others } }: Cell) {
  const { t } = useTranslation();
  if (others.length > 0) return title;
  return (
    <Link className="plain cut block" to={`${paths.history}?${writeView({ ...EVERYTHING, process: id })}`} title={`${t("history.process", { title, id })}: ${t("history.onlyProcess")}`}>
      <bdi>{t("history.process", { title, id })}</bdi>
    </Link>
  );
}

function Step({ row }: Cell) {
  return row.from_title ? (
    <bdi className="cut block" title={row.from_title}>
      {row.from_title}
    </bdi>
  ) : (
    "–"
  );
}
