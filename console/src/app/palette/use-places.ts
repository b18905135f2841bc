import { BadgeCheck, Building, FileText, Lock, type LucideIcon, MailWarning, MessageSquareText, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { iconOf } from "@/components/desk/queue-icon";
import { useOpenCounts } from "@/features/counts/use-open-counts";
import { formatNumber } from "@/lib/dates";
import { keysOf, orderedQueues, pathOf, useDesk } from "@/lib/desk";
import { hasBeginnings } from "@/lib/fold";
import { searchPath } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { entriesOf, navigationOf, type PageEntry } from "../navigation";
import { areValid, type Page, pages } from "../route-table";
import type { Command } from "./commands";

const AT_FIRST = 5;
const MY_WORK = "assigned_to_me";
const WHEN_TYPED = 8;
/** Icons of pages that have no entry in the sidebar. */
const ICONS: Partial<Record<Page["name"], LucideIcon>> = {
  cannedReplies: MessageSquareText,
  quarantine: MailWarning,
  search: Search,
  verification: BadgeCheck,
};
const PARAMETER = /:(\w+)/g;

/**
 * The pages whose names match the typed words; those that the person may not open are separate. Before anything is
 * typed: the first queues and one's own work.
 */
export function usePlaces(typed: string): { goTo: Command[]; barred: Command[] } {
  const { t } = useTranslation();
  const queues = useQueues();
  const listed = useListedPages();
  const companies = useCompanyList();
  const numbered = useNumberedPages(typed);
  const barred = useBarredPages(typed);
  if (typed === "") return { goTo: queues.filter(({ id }, at) => at < AT_FIRST || id === idOf(MY_WORK)), barred };
  const named = [...queues, ...listed, ...companies].filter(({ label }) => hasBeginnings(t("palette.goToPlace", { name: label }), typed));
  return { goTo: [...named, ...numbered].slice(0, WHEN_TYPED), barred };
}

const idOf = (queue: string) => `queue ${queue}`;

/** Pages that match but are forbidden: each leads to the 403 page, which says who can grant access. */
function useBarredPages(typed: string): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const allowed = new Set(useAllowedPages());
  if (typed === "") return [];
  return pages
    .filter((page) => page.load && !page.path.includes(":") && !allowed.has(page))
    .filter(({ name }) => hasBeginnings(t("palette.goToPlace", { name: t(`navigation.${name}`) }), typed))
    .map(({ path, name }) => ({
      id: `barred ${path}`,
      group: t("palette.barred"),
      label: t(`navigation.${name}`),
      icon: Lock,
      run: () => void navigate(path),
    }));
}

function useQueues(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const titles = useTitles();
  const can = useCan();
  const counts = useOpenCounts();
  return orderedQueues(useDesk())
    .filter(({ permission }) => can(permission))
    .map((queue) => ({
      id: idOf(queue.name),
      group: t("palette.goTo"),
      label: titles.queue(queue.name),
      icon: iconOf(queue),
      meta: counts?.[queue.name] ? formatNumber(counts[queue.name] ?? 0) : undefined,
      keys: keysOf(queue),
      run: () => void navigate(pathOf(queue)),
    }));
}

function useAllowedPages(): Page[] {
  const can = useCan();
  return pages.filter(({ load, permission, or }) => load && (can(permission) || (or !== undefined && can(or))));
}

/** Single pages, with the icons and keys of the sidebar. */
function useListedPages(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inSidebar = new Map(
    entriesOf(navigationOf(useDesk()))
      .filter((entry): entry is PageEntry => "path" in entry && !("queue" in entry))
      .map((entry) => [entry.path, entry]),
  );
  return useAllowedPages()
    .filter(({ path }) => !path.includes(":"))
    .map(({ path, name }) => {
      const entry = inSidebar.get(path);
      return {
        id: `page ${path}`,
        group: t("palette.goTo"),
        label: t(`navigation.${name}`),
        icon: entry?.icon ?? ICONS[name] ?? FileText,
        keys: entry?.key && `g ${entry.key}`,
        run: () => void navigate(path),
      };
    });
}

/** The list of companies: a tab of the search page. */
function useCompanyList(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  if (!can("search") || !(can("moderation") || can("organisation"))) return [];
  const path = searchPath("", "companies");
  const run = () => void navigate(path);
  return [{ id: `page ${path}`, group: t("palette.goTo"), label: t("navigation.companies"), icon: Building, run }];
}

/** “review 4711”: the page of a single thing, when a number is typed. */
function useNumberedPages(typed: string): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const number = /(?:^|\s)#?(\d{1,18})$/.exec(typed)?.[1];
  const allowed = useAllowedPages();
  if (number === undefined) return [];
  const commands = allowed.filter(hasNumber).flatMap(({ path, name }) => {
    const label = t("palette.goToNumber", { name: t(`navigation.${name}`), number });
    if (!hasBeginnings(label, typed.replace("#", ""))) return [];
    const run = () => void navigate(path.replace(PARAMETER, number));
    return [{ id: `page ${path}`, group: t("palette.goTo"), label, icon: FileText, run }];
  });
  // a shorter name is a closer match: a review before all reviews of a company
  return commands.sort((one, other) => one.label.length - other.label.length);
}

/** Whether the address has exactly one parameter and it accepts digits only. */
function hasNumber({ path }: Page): boolean {
  const names = [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);
  return names.length === 1 && !areValid(Object.fromEntries(names.map((name) => [name, "x"])));
}
