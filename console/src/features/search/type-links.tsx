import { useTranslation } from "react-i18next";

import { TabLink } from "@/components/ui/tabs";
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
      <TabLink to={searchPath(term, "everything")} isCurrent={type === undefined} count={totals && written(totals.all)}>
        {t(term ? "search.all" : "navigation.search")}
      </TabLink>
      {types.map((name) => {
        const total = totals ? (totals.each[name] ?? NONE) : undefined;
        return (
          <TabLink key={name} to={searchPath(term, name)} isCurrent={name === type} count={total && written(total)} isEmpty={total?.count === 0}>
            {t(`search.titles.${name}`)}
          </TabLink>
        );
      })}
    </nav>
  );
}

const written = ({ count, isExact }: Total): string => `${formatNumber(count)}${isExact ? "" : "+"}`;
