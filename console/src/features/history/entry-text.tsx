import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { HistoryItem } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./history.module.css";
import { subjectName, subjectPage } from "./subject";
import { EVERYTHING, subjectOf, writeView } from "./view";

/** An entry in full, and the ways from it to its item and its process. */
export function EntryText({ entry }: { entry: HistoryItem }) {
  const { t } = useTranslation();
  const lines = [
    ["note", entry.note],
    ["process", t("history.process", { title: entry.kind_title, id: entry.process_id })],
    ["from", entry.from_title],
    ["to", entry.to_title],
    ["at", formatDateTime(entry.at)],
    ["task", entry.task_id],
    ["request", entry.request_id],
  ] as const;
  const page = subjectPage(entry.subject);
  const to = (part: Partial<typeof EVERYTHING>) => `${paths.history}?${writeView({ ...EVERYTHING, ...part })}`;
  return (
    <div className={styles.opened}>
      <dl className="facts">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="facts-row">
              <dt>{t(`history.entry.${name}`)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className={styles.ways}>
        {page !== null && <Link to={page}>{t("history.ways.story", { item: subjectName(entry.subject, t) })}</Link>}
        <Link to={to({ process: entry.process_id })}>{t("history.ways.process")}</Link>
        <Link to={paths.process(entry.kind)}>{t("history.ways.kind")}</Link>
        <Link to={to({ subject: subjectOf(entry) })}>{t("history.ways.subject")}</Link>
      </p>
    </div>
  );
}
