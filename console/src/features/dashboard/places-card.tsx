import { BriefcaseBusiness, FileText, Glasses, History, type LucideIcon, MailCheck, TableProperties, TimerReset, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Icon } from "@/components/ui/icon";

import { useCan, type Permission } from "@/lib/permissions";
import type { en } from "@/lib/words/en";

import styles from "./dashboard.module.css";

export interface Place {
  path: string;
  name: Exclude<keyof typeof en.navigation, "unavailable">;
  permission?: Permission;
}

const ICONS: Partial<Record<Place["name"], LucideIcon>> = {
  myWork: BriefcaseBusiness,
  team: UsersRound,
  classic: TableProperties,
  setAside: TimerReset,
  statements: MailCheck,
  history: History,
  quality: Glasses,
};

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
      <ul className={styles.places}>
        {open.map(({ path, name }) => (
          <li key={path}>
            <Link className="plain" to={path}>
              <Icon of={ICONS[name] ?? FileText} />
              {t(`navigation.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
