import "./words";

import { Search } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { CompanyList } from "@/features/companies/company-list";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { rememberTerm } from "@/lib/recent-terms";

import { Everything } from "./everything";
import { Loading } from "./loading";
import { OneType } from "./one-type";
import { isResultType, type ResultType, useResultTypes } from "./result-types";
import { SearchStart } from "./search-start";
import { useTotals } from "./totals";
import { TypeLinks } from "./type-links";

/** Of these all are listed where no term is searched for. */
const LISTED = "companies";

/** The results of a search; its term and type stand in the address (spec, section 2). A wrong type searches everything. */
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
