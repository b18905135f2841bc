import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { SearchGroup, SearchItem } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { searchPath } from "@/lib/paths";

import { ResultRow } from "./result-row";

/** The first results of one kind, with the way to all of them. */
export function ResultCard({ group, term }: { group: SearchGroup; term: string }) {
  const { t } = useTranslation();
  const title = t(`search.titles.${group.type}`);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <Total of={group} />
        <span className="end" />
        {group.next_cursor && (
          <Link className={buttonClass("quiet", "s")} to={searchPath(term, group.type)}>
            {t("search.showAll", { type: title })}
          </Link>
        )}
      </div>
      <ResultList group={group} items={group.items} />
    </section>
  );
}

export function ResultList({ group, items }: { group: SearchGroup; items: readonly SearchItem[] }) {
  const { t } = useTranslation();
  return (
    <>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <ResultRow key={item.id} type={group.type} item={item} />
          ))}
        </ul>
      )}
      {!group.in_time && <p className="card-body hint">{t("search.late")}</p>}
    </>
  );
}

export function Total({ of: { total, total_is_exact: isExact, in_time: inTime } }: { of: SearchGroup }) {
  const { t } = useTranslation();
  if (!inTime) return null;
  return <span className="meta">{t(isExact ? "search.total" : "search.moreThan", { count: total })}</span>;
}
