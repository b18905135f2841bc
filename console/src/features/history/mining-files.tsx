import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ExportButton } from "@/components/table/export-button";
import { Fold } from "@/components/table/filter-fields";
import type { TableFile } from "@/components/table/use-export";

import styles from "./history.module.css";

export type MiningFormat = (typeof FILES)[number]["format"];

const FILES = [
  { format: "xes", ending: "xes", label: "history.export.xes" },
  { format: "ocel-json", ending: "ocel.json", label: "history.export.ocelJson" },
  { format: "ocel-sqlite", ending: "ocel.sqlite", label: "history.export.ocelSqlite" },
] as const;

interface Props {
  /** The first part of the file's name. */
  name: string;
  fetch: (format: MiningFormat) => () => Promise<TableFile>;
  /** Further downloads of the entries, above these formats. */
  children: ReactNode;
}

/** Saves entries in the formats of process mining tools. */
export function MiningFiles({ name, fetch, children }: Props) {
  const { t } = useTranslation();
  return (
    <Fold label={t("table.export.label")}>
      <div className={styles.files}>
        {children}
        <p className="label">{t("history.export.mining")}</p>
        <p className="soft">{t("history.export.miningHint")}</p>
        {FILES.map(({ format, ending, label }) => (
          <ExportButton key={format} label={t(label)} hint={t("history.export.miningHint")} name={name} format={ending} fetch={fetch(format)} />
        ))}
      </div>
    </Fold>
  );
}
