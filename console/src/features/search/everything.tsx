import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";

import { useFailure } from "@/api/use-failure";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";

import { Loading } from "./loading";
import { ResultCard } from "./result-card";
import { everythingOf } from "./totals";
import { placeOf, useReturn } from "./use-place";

/** A card for each kind that has results. */
export function Everything({ term }: { term: string }) {
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
