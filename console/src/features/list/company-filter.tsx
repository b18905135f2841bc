import { useTranslation } from "react-i18next";

import { ShareFilter } from "./share-filter";

interface Props {
  queue: string;
  company: number | null;
  /** The company's name, if known. */
  name: string | undefined;
  onChange: (company: number | null) => void;
}

/** Filters the list by one company that has items in it, found by name or number. */
export function CompanyFilter({ queue, company, name, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ShareFilter
      words={{
        title: t("work.filter.company"),
        label: t("work.filter.companyLabel"),
        hint: t("work.filter.companyHint"),
        all: t("work.filter.allCompanies"),
        none: t("work.filter.noCompany"),
        failed: t("work.filter.companiesFailed"),
      }}
      path="/api/queues/{queue}/companies"
      queue={queue}
      shown={company === null ? null : (name ?? t("work.filter.companyNumber", { id: company }))}
      chosen={company}
      onChoose={onChange}
    />
  );
}
