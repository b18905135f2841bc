import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { paths } from "@/lib/paths";

import type { HistoryLine } from "./batches";
import styles from "./history.module.css";
import { subjectName } from "./subject";
import { EVERYTHING, writeView } from "./view";

/** The decisions of a batch that are in the list, each with its item and its process. */
export function BatchEntries({ of: { others, ...newest } }: { of: HistoryLine }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.batch} aria-label={t("history.batch.label")}>
      {[newest, ...others].map(({ id, subject, process_id: process }) => (
        <li key={id}>
          <Link to={`${paths.history}?${writeView({ ...EVERYTHING, process })}`}>{t("history.batch.entry", { item: subjectName(subject, t), process })}</Link>
        </li>
      ))}
    </ul>
  );
}
