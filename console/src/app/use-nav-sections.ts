import { useTranslation } from "react-i18next";

import type { Counts } from "@/api/types";
import type { NavEntry, NavSection, NavTarget } from "@/components/layout/nav-types";
import { useCan } from "@/lib/permissions";

import { moduleAddress } from "./modules";
import { type Entry, visibleTo } from "./navigation";

/** The navigation in words and numbers, for the person who is signed in. */
export function useNavSections(counts: Counts | undefined): NavSection[] {
  const { t } = useTranslation();
  const can = useCan();

  const targetOf = (entry: Entry): NavTarget => {
    if ("path" in entry) return { kind: "page", path: entry.path };
    if ("closed" in entry) return { kind: "unavailable", reason: t(`navigation.unavailable.${entry.closed}`) };
    const href = moduleAddress(entry.module);
    return href ? { kind: "outside", href } : { kind: "unavailable", reason: t("navigation.unavailable.module") };
  };

  const toNavEntry = (entry: Entry): NavEntry => ({
    name: entry.name,
    label: t(`navigation.${entry.name}`),
    icon: entry.icon,
    to: targetOf(entry),
    count: "path" in entry && entry.count ? counts?.[entry.count] : undefined,
  });

  return visibleTo(can).map((section) => ({
    name: section.name,
    label: section.label && t(`navigation.${section.name}`),
    badge: section.label?.badge && counts?.[section.label.badge],
    items: section.items.map((item) =>
      "entries" in item
        ? { name: item.name, label: t(`navigation.${item.name}`), icon: item.icon, entries: item.entries.map(toNavEntry) }
        : toNavEntry(item),
    ),
  }));
}
