import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { SearchGroup, SearchItem, SearchPage } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { searchPath } from "@/lib/paths";

import { ResultRow } from "./result-row";
import type { ResultType } from "./result-types";
import { placeOf, useKeptPlace } from "./use-place";

/** The first results of one kind, with a link to all of them. */
export function ResultCard({ group, term }: { group: SearchGroup; term: string }) {
  const { t } = useTranslation();
  const title = t(`search.titles.${group.type}`);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <Total of={group} />
        <span className="end" />
        {group.more && (
          <Link className={buttonClass("quiet", "s")} to={searchPath(term, group.type)}>
            {t("search.showAll", { type: title })}
          </Link>
        )}
      </div>
      <ResultList type={group.type} items={group.items} inTime={group.in_time} />
    </section>
  );
}

interface Results {
  type: ResultType;
  items: readonly SearchItem[];
  inTime: boolean;
}

export function ResultList({ type, items, inTime }: Results) {
  const { t } = useTranslation();
  const keep = useKeptPlace();
  return (
    <>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <ResultRow key={item.id} type={type} item={item} id={placeOf(type, item)} onEnter={keep} />
          ))}
        </ul>
      )}
      {!inTime && <p className="card-body hint">{t("search.late")}</p>}
    </>
  );
}

export function Total({ of: { total, total_is_exact: isExact, in_time: inTime } }: { of: SearchGroup | SearchPage }) {
  const { t } = useTranslation();
  if (!inTime) return null;
  return <span className="meta">{t(isExact ? "search.total" : "search.moreThan", { count: total })}</span>;
}
