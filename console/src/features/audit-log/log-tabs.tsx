import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";

import { paths } from "@/lib/paths";

/** The links between the two lists of actions: those in processes (history), and those outside them (audit log). */
export function LogTabs() {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t("audit.lists")}>
      <NavLink className="tab" to={paths.history} end>
        {t("navigation.history")}
      </NavLink>
      <NavLink className="tab" to={paths.auditLog}>
        {t("navigation.auditLog")}
      </NavLink>
    </nav>
  );
}
