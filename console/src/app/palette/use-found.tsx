import "@/features/search/words";

import { useQuery } from "@tanstack/react-query";
import { History, Search, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { read } from "@/api/queries";
import { RESULT_ICONS } from "@/features/search/result-icons";
import { pageOf } from "@/features/search/result-texts";
import { Suggestion } from "@/features/search/suggestion";
import { usePaused } from "@/lib/use-paused";
import { useResults } from "@/features/search/use-results";
import { useUser } from "@/features/session/session-context";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { searchPath } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { recentTerms, rememberTerm } from "@/lib/recent-terms";

import type { Command } from "./commands";

const MOST_RECENT = 3;
const MOST_PEOPLE = 3;
const LEAST_OF_A_NAME = 2; // letters
/** Results of the search for what is typed; the last terms before somebody types. Only for who may search. */
export function useFound(typed: string): { commands: Command[]; everything: Command | undefined; isSearched: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const may = useCan()("search");
  const { groups, isSearched } = useResults(may ? typed : "", "everything");
  if (!may) return { commands: [], everything: undefined, isSearched: true };
  if (typed === "") {
    const recent = recentTerms(userId).slice(0, MOST_RECENT);
    const commands = recent.map((term): Command => ({
      id: `recent ${term}`,
      group: t("search.recent"),
      label: term,
      icon: History,
      run: () => void navigate(searchPath(term, "everything")),
    }));
    return { commands, everything: undefined, isSearched: true };
  }
  // results of what was typed before could be opened by an Enter that means what is typed now
  const commands = (isSearched ? groups : []).flatMap(({ type, items }) =>
    items.map((item): Command => ({
      id: `${type} ${item.id}`,
      group: t(`search.titles.${type}`),
      label: item.title,
      icon: RESULT_ICONS[type],
      content: <Suggestion item={item} />,
      run: () => {
        rememberTerm(userId, typed);
        void navigate(pageOf(item));
      },
    })),
  );
  const everything: Command = {
    id: "everything",
    group: t("palette.otherwise"),
    label: t("palette.everything", { term: typed }),
    icon: Search,
    keys: "Ctrl Enter",
    run: () => void navigate(searchPath(typed, "everything")),
  };
  return { commands, everything, isSearched };
}

/** People who have work, each with the list of it. */
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
