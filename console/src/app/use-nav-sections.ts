import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { NavEntry, NavSection, NavTarget } from "@/components/layout/nav-types";
import type { OpenCounts } from "@/features/counts/use-open-counts";
import { useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";
import { type Titles, useTitles } from "@/lib/use-titles";

import { moduleAddress } from "./modules";
import { type Entry, navigationOf, visibleTo } from "./navigation";

/** The navigation of the signed-in person, with labels and counts. */
export function useNavSections(counts: OpenCounts | undefined): NavSection[] {
  const { t } = useTranslation();
  const titles = useTitles();
  const desk = useDesk();
  const can = useCan();
  const countOf = (name: string) => counts?.[name];

  const targetOf = (entry: Entry): NavTarget => {
    if ("path" in entry) return { kind: "page", path: entry.path };
    if ("closed" in entry) return { kind: "unavailable", reason: t(`navigation.unavailable.${entry.closed}`) };
    const href = moduleAddress(entry.module, desk.modules);
    return href ? { kind: "outside", href } : { kind: "unavailable", reason: t("navigation.unavailable.module") };
  };

  const toNavEntry = (entry: Entry): NavEntry => ({
    name: entry.name,
    label: labelOf(entry, t, titles),
    icon: entry.icon,
    to: targetOf(entry),
    count: "queue" in entry ? countOf(entry.name) : undefined,
  });

  return visibleTo(can, navigationOf(desk)).map((section) => ({
    name: section.name,
    label: section.label && t(`navigation.${section.name}`),
    badge: section.label?.badge ? countOf(section.label.badge) : undefined,
    items: section.items.map((item) =>
      "entries" in item
        ? { name: item.name, label: t(`navigation.${item.name}`), icon: item.icon, entries: item.entries.map(toNavEntry) }
        : toNavEntry(item),
    ),
  }));
}

/** The label of an entry: a queue's declared title, otherwise a text of the catalogue. */
export function labelOf(entry: Entry, t: TFunction, titles: Titles): string {
  return "queue" in entry ? titles.queue(entry.name) : t(`navigation.${entry.name}`);
}
