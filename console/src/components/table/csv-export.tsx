import { useTranslation } from "react-i18next";

import { ExportButton } from "./export-button";

interface Props {
  /** The first part of the file's name, before the date. */
  name: string;
  fetch: () => Promise<Blob>;
}

/** Saves the whole list as a CSV file, with the current filter and sort. */
export function CsvExport({ name, fetch }: Props) {
  const { t } = useTranslation();
  return (
    <ExportButton
      label={t("table.export.label")}
      hint={t("table.export.hint")}
      name={name}
      format="csv"
      fetch={async () => ({ file: await fetch(), cutAt: null })}
    />
  );
}
