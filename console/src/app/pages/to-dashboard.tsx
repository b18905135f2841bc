import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** A link to the dashboard, from a page that has nothing to offer. `second`: another action is the primary one. */
export function ToDashboard({ second = false }: { second?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link className={buttonClass(second ? undefined : "primary")} to={paths.home}>
      {t("states.toDashboard")}
    </Link>
  );
}
