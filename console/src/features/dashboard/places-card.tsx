import type { LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { type Permission, useCan } from "@/lib/permissions";

import styles from "./dashboard.module.css";

export interface PlaceLink {
  path: string;
  label: string;
  icon: LucideIcon;
  permission?: Permission | undefined;
}

/** Pages of the desk that the sidebar, as it is specified, does not list. */
export function PlacesCard({ places }: { places: readonly PlaceLink[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const open = places.filter(({ permission }) => can(permission));
  if (open.length === 0) return null;
  return (
    <nav className="card" aria-labelledby="places-title">
      <div className="card-head">
        <h2 id="places-title">{t("dashboard.places")}</h2>
      </div>
      <ul className={styles.places}>
        {open.map(({ path, label, icon }) => (
          <li key={path}>
            <Link className="plain" to={path}>
              <Icon of={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
