import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";

import { useUser } from "@/features/session/session-context";
import { useHotkeys } from "@/lib/hotkeys";
import { searchPath } from "@/lib/paths";
import { recentTerms } from "@/lib/recent-terms";
import { search } from "@/lib/words/en/search";

import { SearchForm } from "./search-form";
import styles from "./search.module.css";

const EXAMPLES = Object.keys(search.examples) as (keyof typeof search.examples)[];

/** The search page without a term: the form, how to narrow a search, and recent terms. */
export function SearchStart() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const [recent] = useState(() => recentTerms(userId));
  const [term, setTerm] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useHotkeys("general", [{ keys: "/", label: t("frame.keys.search"), run: () => field.current?.focus() }]);
  const add = (example: string) => {
    setTerm((typed) => `${typed.trimEnd()} ${example}`.trimStart());
    field.current?.focus();
  };
  return (
    <div className={`cols ${styles.start}`}>
      <div className={styles.ask}>
        <div className={styles.form}>
          <SearchForm
            term={term}
            onType={setTerm}
            field={field}
            onSearch={(wanted, type) => void navigate(searchPath(wanted, type))}
            onOpen={(path) => void navigate(path)}
          />
        </div>
        <section className="card" aria-labelledby="search-narrow">
          <div className="card-head">
            <h2 id="search-narrow">{t("search.narrow")}</h2>
          </div>
          <ul className={styles.examples}>
            {EXAMPLES.map((name) => {
              const typed = t(`search.examples.${name}.typed`);
              return (
                <li key={name}>
                  <button type="button" className="option" onClick={() => add(typed)}>
                    <bdi className="mono">{typed}</bdi> <span>{t(`search.examples.${name}.meaning`)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
      {recent.length > 0 && (
        <section className="card" aria-labelledby="search-recent">
          <div className="card-head">
            <h2 id="search-recent">{t("search.recent")}</h2>
          </div>
          <ul className={styles.examples}>
            {recent.map((again) => (
              <li key={again}>
                <Link className="option plain" to={searchPath(again, "everything")}>
                  <span className="cut" dir="auto">{again}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
