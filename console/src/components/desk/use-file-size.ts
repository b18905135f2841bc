import { useTranslation } from "react-i18next";

import { formatNumber } from "@/lib/dates";

/** Formats the size of a file in kilobytes or megabytes. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation();
  return (bytes) =>
    bytes < 1_000_000
      ? t("common.size.kB", { size: formatNumber(Math.max(1, Math.round(bytes / 1_000))) })
      : t("common.size.MB", { size: (bytes / 1_000_000).toFixed(1) });
}
