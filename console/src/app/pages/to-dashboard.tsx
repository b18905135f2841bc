import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** The way on from a page that has nothing to offer. `second`: something else comes first there. */
export function ToDashboard({ second = false }: { second?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link className={buttonClass(second ? undefined : "primary")} to={paths.home}>
      {t("states.toDashboard")}
    </Link>
  );
}
