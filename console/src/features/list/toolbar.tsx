import { AlarmClock, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { IconButton } from "@/components/ui/icon-button";
import type { Filters } from "@/features/tasks/view";
import { facetsOf, listsOf, useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";

import { CompanyFilter } from "./company-filter";
import { FacetFilter } from "./facet-filter";
import { ListSearch } from "./list-search";
import { listsOfAll } from "./lists-of-all";
import { PersonFilter } from "./person-filter";
import type { Names } from "./use-names";

interface Props {
  queue: string;
  filters: Filters;
  names: Names;
  onChange: (change: Partial<Filters>) => void;
}

const FEW = 2; // facets that fit in one line

/**
 * The filters of the list: put off, facets, company or person, words. Some queues have links to lists of all their
 * subjects above.
 */
export function Toolbar({ queue, filters, names, onChange }: Props) {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
  const search = () => setSearching(true);
  const lists = listsOfAll(queue);
  const desk = useDesk();
  const shows = listsOf(desk, queue);
  // beside the person filter there is no space for flags
  const facets = facetsOf(desk, queue).filter(({ type }) => shows !== "others" || type !== "flag");
  const hasPutOff = shows === "" || shows === "own";
  const showPutOff = () => onChange({ snoozed: !filters.snoozed });
  useHotkeys("lists", [
    { keys: "f", label: t("work.keys.find"), run: search },
    ...(hasPutOff ? [{ keys: "Shift l", label: t("work.keys.putOffList"), run: showPutOff }] : []),
  ]);

  return (
    <>
      {lists.length > 0 && (
        <nav className="toolbar wrap" aria-label={t("work.filter.lists")}>
          <span className="chip" aria-current="page">
            {t("work.lists.queue")}
          </span>
          {lists.map(({ path, title, short }) => (
            <Link key={path} className="chip" to={path} {...(short && { title: t(title), "aria-label": t(title) })}>
              {t(short ?? title)}
            </Link>
          ))}
        </nav>
      )}
      <div className={filters.overdue || filters.snoozed || facets.length > FEW ? "toolbar wrap" : "toolbar"} role="group" aria-label={t("work.filter.label")}>
        {/* set by links in the queue's header and on the dashboard; here it is shown and can be removed */}
        {filters.overdue && (
          <button type="button" className="chip" aria-pressed onClick={() => onChange({ overdue: false })}>
            {t("work.filter.overdue")}
          </button>
        )}
        {hasPutOff && filters.snoozed && (
          <button type="button" className="chip" aria-pressed aria-keyshortcuts="Shift+l" onClick={showPutOff}>
            {t("work.putOff.filter")}
          </button>
        )}
        {facets.map((facet) => (
          <FacetFilter key={facet.name} facet={facet} values={filters.facets} onChange={(values) => onChange({ facets: values })} />
        ))}
        <CompanyFilter
          queue={queue}
          company={filters.company}
          name={names.companies.get(filters.company ?? 0)}
          onChange={(company) => onChange({ company })}
        />
        {shows === "others" && (
          <PersonFilter
            queue={queue}
            person={filters.person}
            name={names.people.get(filters.person ?? 0)}
            onChange={(person) => onChange({ person })}
          />
        )}
        <span className="end" />
        {hasPutOff && !filters.snoozed && (
          <IconButton icon={AlarmClock} size="s" label={t("work.putOff.show")} aria-keyshortcuts="Shift l" onClick={showPutOff} />
        )}
        <IconButton
          icon={Search}
          size="s"
          label={t("work.filter.search")}
          aria-expanded={searching || filters.q !== ""}
          aria-keyshortcuts="f"
          onClick={search}
        />
      </div>
      {(searching || filters.q !== "") && (
        <ListSearch
          key={searching ? "opened" : "kept"}
          value={filters.q}
          focused={searching}
          onChange={(q) => onChange({ q })}
          onClose={() => {
            setSearching(false);
            onChange({ q: "" });
          }}
        />
      )}
    </>
  );
}
