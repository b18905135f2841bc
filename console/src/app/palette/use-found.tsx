import "@/features/search/words";

import { useQuery } from "@tanstack/react-query";
import { History, List, Search, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { read } from "@/api/queries";
import { RESULT_ICONS } from "@/features/search/result-icons";
import { pageOf } from "@/features/search/result-texts";
import type { SearchType } from "@/features/search/search-type-select";
import { Suggestion } from "@/features/search/suggestion";
import { usePaused } from "@/lib/use-paused";
import { type FoundGroup, useResults } from "@/features/search/use-results";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { searchPath } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { recentTerms, rememberTerm } from "@/lib/recent-terms";
import { useDay } from "@/lib/use-moment";
import { useTitles } from "@/lib/use-titles";

import type { Command } from "./commands";

const MOST_RECENT = 3;
const MOST_PEOPLE = 3;
const LEAST_OF_A_NAME = 2; // letters
const MOST_OF_A_KIND = 3;
const MOST_OF_ONE = 8;
/** Kinds that also match by the name of their company. */
const OF_COMPANIES: readonly FoundGroup["type"][] = ["reviews", "third-party-reviews", "tickets"];

interface Found {
  commands: Command[];
  everything: Command | undefined;
  isSearched: boolean;
  /** How many match, shown or not. */
  total: number;
}

/**
 * The search results for the typed words, of one kind or of all; recent searches before anything is typed. Only for
 * people who may search.
 */
export function useFound(typed: string, kind: SearchType): Found {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const may = useCan()("search");
  const titles = useTitles();
  const dayOf = useDay();
  const { groups, isSearched } = useResults(may ? typed : "", "everything");
  const company = isSearched ? groups.find(({ type }) => type === "companies")?.items[0] : undefined;
  const termOfCompany = company ? `company:${company.id}` : "";
  const about = useResults(termOfCompany, "everything");
  const isOne = kind !== "everything";
  const ofKind = useResults(may && isOne ? typed : "", kind);
  if (!may) return { commands: [], everything: undefined, isSearched: true, total: 0 };
  if (typed === "") {
    const recent = recentTerms(userId).slice(0, MOST_RECENT);
    const commands = recent.map((term): Command => ({
      id: `recent ${term}`,
      group: t("search.recent"),
      label: term,
      icon: History,
      run: () => void navigate(searchPath(term, "everything")),
    }));
    return { commands, everything: undefined, isSearched: true, total: 0 };
  }
  // drop results of the earlier text: an Enter meant for the current text would open them
  const own = isOne ? ofKind : { groups, isSearched };
  const ofTerm = own.isSearched ? foundBy(typed, own.groups) : [];
  const ofCompany = about.isSearched ? foundBy(termOfCompany, about.groups.filter(({ type }) => OF_COMPANIES.includes(type))) : [];
  const shown = joined([...ofTerm, ...ofCompany].filter(({ type }) => !isOne || type === kind), isOne ? MOST_OF_ONE : MOST_OF_A_KIND);
  const commands = shown.flatMap(({ type, items, total, total_is_exact: isExact, term }) => {
    const title = t(`search.titles.${type}`);
    const hasMore = total > items.length;
    const group = hasMore && isExact ? `${title} ${formatNumber(total)}` : title;
    const rows = items.map((item): Command => ({
      id: `${type} ${item.id}`,
      group,
      label: item.title,
      icon: RESULT_ICONS[type],
      content: <Suggestion item={item} typed={typed} />,
      meta: OF_COMPANIES.includes(type) ? [item.status && titles.status(item.status), item.at && dayOf(item.at)].filter(Boolean).join(", ") || undefined : undefined,
      run: () => {
        rememberTerm(userId, typed);
        void navigate(pageOf(item));
      },
    }));
    if (!hasMore) return rows;
    const label = isExact ? t("palette.showAll", { number: formatNumber(total), kind: title }) : t("palette.showMore");
    return [...rows, { id: `all ${type}`, group, label, icon: List, leads: true, run: () => void navigate(searchPath(term, type)) }];
  });
  const everything: Command = {
    id: "everything",
    group: t("palette.otherwise"),
    label: t("palette.everything", { term: typed }),
    icon: Search,
    keys: "Ctrl Enter",
    leads: true,
    run: () => void navigate(searchPath(typed, kind)),
  };
  return { commands, everything, isSearched: own.isSearched, total: shown.reduce((sum, { items, total }) => sum + Math.max(total, items.length), 0) };
}

const foundBy = <Group extends FoundGroup>(term: string, found: readonly Group[]) => found.map((group) => ({ ...group, term }));

/** One group for each kind: first the items that contain the words, then those whose company's name does. */
function joined<Group extends FoundGroup>(found: readonly Group[], most: number): Group[] {
  const first = found.filter(({ type }, at) => found.findIndex((group) => group.type === type) === at);
  return first.map((group) => {
    const alike = found.filter(({ type }) => type === group.type);
    const largest = alike.reduce((one, other) => (other.total > one.total ? other : one), group);
    const all = alike.flatMap(({ items }) => items);
    return { ...largest, items: [...new Map(all.map((item) => [item.id, item])).values()].slice(0, most) };
  });
}

/** People who have work, each with a link to the list of it. */
export function usePeople(typed: string): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const queue = queueNamed(useDesk(), "assigned_to_others");
  const q = usePaused(typed);
  const wanted = queue !== undefined && can(queue.permission) && q.length >= LEAST_OF_A_NAME;
  const people = useQuery({
    ...read("/api/queues/{queue}/people", { path: { queue: "assigned_to_others" }, query: { q } }),
    enabled: wanted,
  });
  if (!wanted || q !== typed) return [];
  return (people.data ?? []).slice(0, MOST_PEOPLE).map(({ id, name, open }) => ({
    id: `person ${id}`,
    group: t("palette.people"),
    label: t("palette.workOf", { name }),
    icon: UsersRound,
    meta: t("palette.open", { count: open }),
    run: () => void navigate(`${pathOf(queue)}?person=${id}`),
  }));
}
