import "./words";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { TabLink } from "@/components/ui/tabs";
import { CompanyList } from "@/features/companies/company-list";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { searchPath } from "@/lib/paths";
import { rememberTerm } from "@/lib/recent-terms";

import { Loading } from "./loading";
import { OneType } from "./one-type";
import { ResultCard } from "./result-card";
import { isResultType, type ResultType, useResultTypes } from "./result-types";
import { SearchStart } from "./search-start";
import { placeOf, useReturn } from "./use-place";

/** A number of results. If it is not exact, there are more, or the search was stopped before it was complete. */
interface Total {
  count: number;
  isExact: boolean;
}

interface Totals {
  all: Total;
  each: Partial<Record<ResultType, Total>>;
  /** The server's search time in milliseconds. */
  tookMs: number;
}

const NONE: Total = { count: 0, isExact: true };
const everythingOf = (term: string) => read("/api/search", { query: { term, type: "everything" } });

interface Props {
  term: string;
  /** The selected kind; undefined for everything, or without a term. */
  type: ResultType | undefined;
  types: readonly ResultType[];
  /** The number of results of each kind, if known. */
  totals?: Totals | undefined;
}

const written = ({ count, isExact }: Total): string => `${formatNumber(count)}${isExact ? "" : "+"}`;

/** The kind that is listed completely without a term. */
const LISTED = "companies";

/**
 * The results of a search; its term and type are in the address (spec, section 2). An invalid type searches everything.
 */
export function SearchPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { id } = useUser();
  const term = params.get("term")?.trim() ?? "";
  const wanted = params.get("type") ?? "";
  const type = isResultType(wanted) ? wanted : undefined;
  const types = useResultTypes();
  const totals = useTotals(term);
  useEffect(() => {
    if (term) rememberTerm(id, term);
  }, [id, term]);

  if (!term) {
    const lists = types.data?.includes(LISTED) ?? false;
    return (
      <>
        {lists && type === LISTED ? (
          <PageHead title={t("organisation.companies.list")} />
        ) : (
          <PageHead title={t("navigation.search")} facts={[t("search.beginText")]} />
        )}
        <div className="page">
          {lists && <TypeLinks term="" type={type === LISTED ? LISTED : undefined} types={[LISTED]} />}
          {lists && type === LISTED ? (
            <CompanyList />
          ) : (
            <SearchStart />
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <PageHead
        title={t("search.head", { term })}
        facts={[
          type ? t(`search.titles.${type}`) : t("frame.search.types.everything"),
          totals?.all.isExact ? t("search.foundIn", { count: totals.all.count, ms: formatNumber(totals.tookMs) }) : null,
        ]}
      />
      <div className="page">
        <TypeLinks term={term} type={type} types={types.data ?? []} totals={totals} />
        {type === undefined ? <Everything term={term} /> : <OneTypeIfAllowed key={type} term={term} type={type} />}
      </div>
    </>
  );
}

function OneTypeIfAllowed({ term, type }: { term: string; type: ResultType }) {
  const { t } = useTranslation();
  const types = useResultTypes();
  const failure = useFailure(types);
  if (types.data?.includes(type)) return <OneType term={term} type={type} />;
  if (types.data)
    return (
      <Empty icon={Search} title={t("search.forbidden")}>
        {t("search.forbiddenText")}
      </Empty>
    );
  if (failure.error)
    return <LoadFailed title={t("search.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />;
  return <Loading />;
}

/** A card for each kind that has results. */
function Everything({ term }: { term: string }) {
  const { t } = useTranslation();
  const query = useQuery({ ...everythingOf(term), placeholderData: keepPreviousData });
  const failure = useFailure(query);
  const groups = query.data && ("groups" in query.data ? query.data.groups : []);
  useReturn(groups?.flatMap(({ type, items }) => items.map((item) => placeOf(type, item))));
  if (groups === undefined)
    return failure.error ? (
      <LoadFailed title={t("search.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
    ) : (
      <Loading />
    );
  if (groups.length === 0)
    return (
      <Empty icon={Search} title={t("search.nothing")}>
        {t("search.nothingText")}
      </Empty>
    );
  return groups.map((group) => <ResultCard key={group.type} group={group} term={term} />);
}

/** Links to the same term in everything, and in each kind that the person may see. */
function TypeLinks({ term, type, types, totals }: Props) {
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

/** The totals of the search in everything, if it was made already: a single kind requests nothing more. */
function useTotals(term: string): Totals | undefined {
  const { data } = useQuery({ ...everythingOf(term), enabled: false });
  if (!data || !("groups" in data)) return undefined;
  const totals = data.groups.map(({ type, total, total_is_exact: isExact, in_time: inTime }) => [type, { count: total, isExact: isExact && inTime }] as const);
  return {
    all: { count: totals.reduce((sum, [, { count }]) => sum + count, 0), isExact: totals.every(([, { isExact }]) => isExact) },
    each: Object.fromEntries(totals),
    tookMs: data.took_ms,
  };
}
