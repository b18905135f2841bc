import { useTranslation } from "react-i18next";

/** Says that an entry was imported as it was. */
export function LegacyMark() {
  const { t } = useTranslation();
  return (
    <span className="badge hollow" title={t("blacklist.legacyHint")}>
      {t("blacklist.legacy")}
    </span>
  );
}
