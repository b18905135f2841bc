import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { searchPath } from "@/lib/paths";

import type { ResultType } from "./result-types";
import styles from "./search.module.css";

interface Props {
  term: string;
  /** The shown kind; undefined for everything, or where nothing is searched for. */
  type: ResultType | undefined;
  types: readonly ResultType[];
}

/** The same term in everything, or in one kind of results that the person may see. */
export function TypeLinks({ term, type, types }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={`tabs ${styles.types}`} aria-label={t("search.types")}>
      <Link className="tab" to={searchPath(term, "everything")} aria-current={type === undefined ? "page" : undefined}>
        {t(term ? "search.all" : "navigation.search")}
      </Link>
      {types.map((name) => (
        <Link key={name} className="tab" to={searchPath(term, name)} aria-current={name === type ? "page" : undefined}>
          {t(`search.titles.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
