import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { formatNumber } from "@/lib/dates";
import { searchPath } from "@/lib/paths";

import type { ResultType } from "./result-types";
import { NONE, type Total, type Totals } from "./totals";

interface Props {
  term: string;
  /** The shown kind; undefined for everything, or where nothing is searched for. */
  type: ResultType | undefined;
  types: readonly ResultType[];
  /** How many results there are of each kind, as far as that is known. */
  totals?: Totals | undefined;
}

/** The same term in everything, or in one kind of results that the person may see. */
export function TypeLinks({ term, type, types, totals }: Props) {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t("search.types")}>
      <Link className="tab" to={searchPath(term, "everything")} aria-current={type === undefined ? "page" : undefined}>
        {t(term ? "search.all" : "navigation.search")}
        {totals && <Count of={totals.all} />}
      </Link>
      {types.map((name) => (
        <Link key={name} className="tab" to={searchPath(term, name)} aria-current={name === type ? "page" : undefined}>
          {t(`search.titles.${name}`)}
          {totals && <Count of={totals.each[name] ?? NONE} />}
        </Link>
      ))}
    </nav>
  );
}

/** The cards say it as well, to those who cannot see it here. */
function Count({ of: { count, isExact } }: { of: Total }) {
  return (
    <span className="count" aria-hidden>
      {formatNumber(count)}
      {!isExact && "+"}
    </span>
  );
}
