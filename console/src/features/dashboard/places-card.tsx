import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { useCan, type Permission } from "@/lib/permissions";
import type { en } from "@/lib/words/en";

export interface Place {
  path: string;
  name: Exclude<keyof typeof en.navigation, "unavailable">;
  permission?: Permission;
}

/** Pages of the desk that the sidebar, as it is specified, does not list. */
export function PlacesCard({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const open = places.filter(({ permission }) => permission === undefined || can(permission));
  if (open.length === 0) return null;
  return (
    <nav className="card" aria-labelledby="places-title">
      <div className="card-head">
        <h2 id="places-title">{t("dashboard.places")}</h2>
      </div>
      <ul className="card-body stack">
        {open.map(({ path, name }) => (
          <li key={path}>
            <Link className="plain" to={path}>
              {t(`navigation.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
