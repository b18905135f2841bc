import { AlarmClock, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { ChipMenu } from "@/components/desk/chip-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { Filters } from "@/features/tasks/view";
import { useHotkeys } from "@/lib/hotkeys";
import { RATINGS } from "@/lib/ratings";

import { CompanyFilter } from "./company-filter";
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

const ALL = "all";

/** What narrows the list: the clock, stars, flags, a company, words. Tickets and testimonials have no stars or flags, but a list of all. */
export function Toolbar({ queue, filters, names, onChange }: Props) {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
  const search = () => setSearching(true);
  const lists = listsOfAll(queue);
  const hasReviews = lists.length === 0; // which alone have stars and flagged words
  const hasPutOff = queue !== "set_aside" && queue !== "assigned_to_others";
  const showPutOff = () => onChange({ snoozed: !filters.snoozed });
  useHotkeys("lists", [
    { keys: "f", label: t("work.keys.find"), run: search },
    ...(hasPutOff ? [{ keys: "Shift l", label: t("work.keys.putOffList"), run: showPutOff }] : []),
  ]);

  const ratings = RATINGS.map((count) => ({ value: String(count), label: t("work.filter.stars", { count }) }));
  const number = (value: string) => (value === ALL ? null : Number(value));

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
      <div className={filters.overdue || filters.snoozed ? "toolbar wrap" : "toolbar"} role="group" aria-label={t("work.filter.label")}>
        {/* the queue's head and the dashboard lead to it: here it is seen, and taken away */}
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
        {hasReviews && (
          <ChipMenu
            label={t("work.filter.rating")}
            idle={t("work.filter.rating")}
            value={filters.rating === null ? ALL : String(filters.rating)}
            options={[{ value: ALL, label: t("work.filter.allStars") }, ...ratings]}
            onChange={(value) => onChange({ rating: number(value) })}
          />
        )}
        {/* beside the people there is no room for it */}
        {hasReviews && queue !== "assigned_to_others" && (
          <button
            type="button"
            className="chip"
            aria-pressed={filters.flagged}
            onClick={() => onChange({ flagged: !filters.flagged })}
          >
            {t("work.filter.flagged")}
          </button>
        )}
        <CompanyFilter
          queue={queue}
          company={filters.company}
          name={names.companies.get(filters.company ?? 0)}
          onChange={(company) => onChange({ company })}
        />
        {queue === "assigned_to_others" && (
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
