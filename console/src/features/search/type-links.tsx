import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { searchPath } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import { isOpenTo, RESULT_TYPES, type ResultType } from "./result-types";
import styles from "./search.module.css";

/** The same term in everything, or in one kind of results that the person may open. */
export function TypeLinks({ term, type }: { term: string; type: ResultType | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const shown = RESULT_TYPES.filter((name) => isOpenTo(name, can));
  return (
    <nav className={`tabs ${styles.types}`} aria-label={t("search.types")}>
      <Link className="tab" to={searchPath(term, "everything")} aria-current={type === undefined ? "page" : undefined}>
        {t("search.all")}
      </Link>
      {shown.map((name) => (
        <Link key={name} className="tab" to={searchPath(term, name)} aria-current={name === type ? "page" : undefined}>
          {t(`search.titles.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
