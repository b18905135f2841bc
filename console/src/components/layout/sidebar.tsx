import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Mark } from "@/components/ui/mark";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { NavEntry } from "./nav-entry";
import { NavGroup } from "./nav-group";
import type { NavSection } from "./nav-types";

interface Props {
  sections: readonly NavSection[];
  /** Stands at the end of the brand row: fold, or close. */
  control: ReactNode;
}

/** Brand and navigation; the same in the column, on the rail and in the drawer. */
export function Sidebar({ sections, control }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className="brand">
        <Link className="brand-link" to={paths.home} aria-label={t("frame.brand")}>
          <Mark />
          <span>{t("frame.product")}</span>
        </Link>
        {control}
      </div>
      <nav className="nav" aria-label={t("navigation.label")}>
        {sections.map((section) => (
          <div key={section.name} className="nav-section" role="group" aria-label={section.label ?? undefined}>
            {section.label && (
              <p className="nav-label">
                <span>{section.label}</span>
                {section.badge ? <b className="pip">{formatNumber(section.badge)}</b> : null}
              </p>
            )}
            {section.items.map((item) =>
              "entries" in item ? <NavGroup key={item.name} group={item} /> : <NavEntry key={item.name} entry={item} />,
            )}
          </div>
        ))}
      </nav>
    </>
  );
}
