import "./words";

import { type RefObject, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { SearchItem } from "@/api/types";
import { useUser } from "@/features/session/session-context";
import { recentTerms, rememberTerm } from "@/lib/recent-terms";
import { useLatest } from "@/lib/use-latest";

import { pageOf } from "./result-texts";
import type { SearchType } from "./search-type-select";
import styles from "./search.module.css";
import { Suggestion } from "./suggestion";
import { useResults } from "./use-results";

interface Props {
  field: RefObject<HTMLInputElement | null>;
  term: string;
  type: SearchType;
  onOpen: (path: string) => void;
  /** Searches again for a recent term; without it, recent terms are not offered. */
  onSearch: ((term: string) => void) | undefined;
}

/** Below the search bar: the first results while the person types, and recent terms while the field is empty. */
export default function SearchPanel({ field, term, type, onOpen, onSearch }: Props) {
  const { t } = useTranslation();
  const { id: userId } = useUser();
  const panel = useId();
  const [recent] = useState(() => recentTerms(userId));
  const typed = term.trim();
  const { groups, isSearched } = useResults(typed, type);
  const results = groups.flatMap(({ type: kind, items }) => items.map((item) => ({ kind, item })));
  const terms = typed === "" && onSearch ? recent : [];
  // results of the earlier text stay visible, but arrow keys and Enter skip them
  const walked = isSearched ? results : [];
  const ids = [...terms.map((_, at) => `${panel}-recent-${at}`), ...walked.map(({ kind, item }) => `${panel}-${kind}-${item.id}`)];

  const open = (item: SearchItem) => {
    rememberTerm(userId, typed);
    onOpen(pageOf(item));
  };
  const at = useWalk(field, ids, (place) => {
    const again = terms[place];
    const result = walked[place - terms.length];
    if (again !== undefined) onSearch?.(again);
    else if (result) open(result.item);
  });
  const isOpen = terms.length > 0 || results.length > 0 || (isSearched && typed !== "");
  useEffect(() => {
    const input = field.current;
    if (!isOpen) return;
    input?.setAttribute("aria-controls", panel);
    return () => input?.removeAttribute("aria-controls");
  }, [field, panel, isOpen]);

  const marked = ids[at];
  const status = isSearched ? t("search.found", { count: results.length }) : null;
  const shown = (id: string) => ({ id, "data-highlighted": id === marked ? "" : undefined });
  return (
    <>
      <p className="sr" role="status">
        {status}
      </p>
      {isOpen && (
        <div id={panel} className={`menu ${styles.panel}`} role="listbox" aria-label={t("search.suggestions")}>
          {terms.length > 0 && (
            <div role="group" aria-label={t("search.recent")}>
              <p className={styles.heading} aria-hidden>
                {t("search.recent")}
              </p>
              {terms.map((again, place) => (
                <button
                  key={again}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  className={`option ${styles.suggestion}`}
                  aria-selected={place === at}
                  {...shown(`${panel}-recent-${place}`)}
                  onClick={() => onSearch?.(again)}
                >
                  <span dir="auto">{again}</span>
                </button>
              ))}
            </div>
          )}
          {groups.map((group) => (
            <div key={group.type} role="group" aria-label={t(`search.titles.${group.type}`)}>
              <p className={styles.heading} aria-hidden>
                {t(`search.titles.${group.type}`)}
              </p>
              {group.items.map((item) => (
                <Link
                  key={item.id}
                  to={pageOf(item)}
                  role="option"
                  tabIndex={-1}
                  className={`option ${styles.suggestion}`}
                  aria-selected={marked === `${panel}-${group.type}-${item.id}`}
                  {...shown(`${panel}-${group.type}-${item.id}`)}
                  onClick={() => open(item)}
                >
                  <Suggestion item={item} />
                </Link>
              ))}
            </div>
          ))}
          {results.length === 0 && typed !== "" && <p className={styles.heading}>{t("search.nothing")}</p>}
        </div>
      )}
    </>
  );
}

/**
 * Arrow keys move the highlight in a list of options while the focus stays in the field; Enter chooses the highlighted
 * option. Without a highlight, Enter submits the form. Returns the index of the highlighted option, or -1.
 */
function useWalk(field: RefObject<HTMLInputElement | null>, ids: readonly string[], choose: (at: number) => void): number {
  const list = ids.join(" ");
  const [marked, setMarked] = useState({ at: -1, list });
  const at = marked.list === list ? marked.at : -1;
  const latest = useLatest({ at, list, count: ids.length, choose });

  useEffect(() => {
    const input = field.current;
    const hear = (event: KeyboardEvent) => {
      const now = latest();
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && now.count > 0) {
        // one position more than options: nothing highlighted
        const next = ((now.at + 1 + step + now.count + 1) % (now.count + 1)) - 1;
        setMarked({ at: next, list: now.list });
      } else if (event.key === "Enter" && now.at >= 0) now.choose(now.at);
      else return;
      event.preventDefault();
    };
    input?.addEventListener("keydown", hear);
    return () => input?.removeEventListener("keydown", hear);
  }, [field, latest]);

  const id = ids[at];
  useEffect(() => {
    const input = field.current;
    if (id === undefined) return;
    input?.setAttribute("aria-activedescendant", id);
    document.getElementById(id)?.scrollIntoView({ block: "nearest" });
    return () => input?.removeAttribute("aria-activedescendant");
  }, [field, id]);
  return at;
}
