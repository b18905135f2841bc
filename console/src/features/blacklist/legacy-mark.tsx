import { useTranslation } from "react-i18next";

/** Marks an entry that was imported unchanged. */
export function LegacyMark() {
  const { t } = useTranslation();
  return (
    <span className="badge hollow" title={t("blacklist.legacyHint")}>
      {t("blacklist.legacy")}
    </span>
  );
}
