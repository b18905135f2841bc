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

/** Saves the same entries for tools of process mining, in the formats of that field. `name`: of the file. */
export function MiningFiles({ name, fetch }: { name: string; fetch: (format: MiningFormat) => () => Promise<TableFile> }) {
  const { t } = useTranslation();
  return (
    <Fold label={t("history.export.mining")}>
      <div className={styles.files}>
        <p className="soft">{t("history.export.miningHint")}</p>
        {FILES.map(({ format, ending, label }) => (
          <ExportButton key={format} label={t(label)} hint={t("history.export.miningHint")} name={name} format={ending} fetch={fetch(format)} />
        ))}
      </div>
    </Fold>
  );
}
