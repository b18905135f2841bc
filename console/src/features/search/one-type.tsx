import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { AnswerOf } from "@/api/queries";
import type { SearchPage } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { ExportButton } from "@/components/table/export-button";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Allowed } from "@/lib/permissions";

import { Loading } from "./loading";
import { ResultList, Total } from "./result-card";
import type { ResultType } from "./result-types";
import styles from "./search.module.css";
import { placeOf, useReturn } from "./use-place";

const pagesIn = (answers: readonly AnswerOf<"/api/search">[]): readonly SearchPage[] =>
  answers.flatMap((answered) => ("groups" in answered ? [] : [answered]));

/** All results of one kind, page by page. */
export function OneType({ term, type }: { term: string; type: ResultType }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: ["/api/search", "pages", term, type],
    queryFn: ({ pageParam, signal }) =>
      answer(api.GET("/api/search", { params: { query: { term, type, cursor: pageParam } }, signal })),
    initialPageParam: "",
    getNextPageParam: (answered) => pagesIn([answered])[0]?.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const failure = useFailure(query);
  const pages = pagesIn(query.data?.pages ?? []);
  const items = pages.flatMap((page) => page.items);
  const { fetchNextPage } = query;
  const further = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const places = query.isSuccess && !query.isFetching ? items.map((item) => placeOf(type, item)) : undefined;
  useReturn(places, pages.length, query.hasNextPage ? further : undefined);
  const [first] = pages;
  const last = pages.at(-1);
  if (!first || !last)
    return failure.error ? (
      <LoadFailed title={t("search.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
    ) : (
      <Loading />
    );
  if (items.length === 0 && !query.hasNextPage && last.in_time)
    return (
      <Empty icon={Search} title={t("search.nothing")}>
        {t("search.nothingOfTypeText")}
      </Empty>
    );
  const searched = pages.reduce((sum, page) => sum + (page.searched ?? 0), 0);
  return (
    <section className="card" aria-label={t("search.results")}>
      <div className="card-head">
        <h2>{t(`search.titles.${type}`)}</h2>
        <Total of={first} />
        {type === "companies" && <CompanyExport term={term} />}
      </div>
      <ResultList type={type} items={items} inTime={last.in_time} />
      {query.hasNextPage && (
        <div className={`card-body ${styles.foot}`}>
          {searched > 0 && <p className="hint">{t("search.searched", { count: searched })}</p>}
          <Button busy={query.isFetchingNextPage} onClick={further}>
            {t(last.searched === null ? "search.showMore" : "search.continue")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Saves the companies that a term finds as a file. */
function CompanyExport({ term }: { term: string }) {
  const { t } = useTranslation();
  return (
    <Allowed permission="organisation">
      <span className="end" />
      <ExportButton
        label={t("table.export.label")}
        hint={t("table.export.hint")}
        name="companies"
        format="csv"
        fetch={async () => ({
          file: await answer(api.GET("/api/companies/export", { params: { query: { term } }, parseAs: "blob" })),
          cutAt: null,
        })}
      />
    </Allowed>
  );
}
