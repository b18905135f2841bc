import { useTranslation } from "react-i18next";

import { ExportButton } from "./export-button";

interface Props {
  /** The first part of the file's name; the date follows. */
  name: string;
  fetch: () => Promise<Blob>;
}

/** Saves the whole list as a file, as it is narrowed and sorted. */
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
