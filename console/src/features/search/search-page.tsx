import "./words";

import { Search } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { Empty } from "@/components/ui/empty";
import { useUser } from "@/features/session/session-context";
import { useCan } from "@/lib/permissions";

import { Everything } from "./everything";
import { OneType } from "./one-type";
import { rememberTerm } from "./recent-terms";
import { isOpenTo, RESULT_TYPES } from "./result-types";
import { TypeLinks } from "./type-links";

/** The results of a search; its term and type stand in the address (spec, section 2). A wrong type searches everything. */
export function SearchPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { id } = useUser();
  const can = useCan();
  const term = params.get("term")?.trim() ?? "";
  const type = RESULT_TYPES.find((name) => name === params.get("type"));
  useEffect(() => {
    if (term) rememberTerm(id, term);
  }, [id, term]);

  if (!term)
    return (
      <>
        <PageHead title={t("navigation.search")} />
        <div className="page">
          <Empty icon={Search} title={t("search.begin")}>
            {t("search.beginText")}
          </Empty>
        </div>
      </>
    );
  return (
    <>
      <PageHead title={t("search.head", { term })} facts={[type ? t(`search.titles.${type}`) : t("frame.search.types.everything")]} />
      <div className="page">
        <TypeLinks term={term} type={type} />
        {type === undefined ? (
          <Everything term={term} />
        ) : isOpenTo(type, can) ? (
          <OneType key={type} term={term} type={type} />
        ) : (
          <Empty icon={Search} title={t("search.forbidden")}>
            {t("search.forbiddenText")}
          </Empty>
        )}
      </div>
    </>
  );
}
