import { useTranslation } from "react-i18next";

import { ShareFilter } from "./share-filter";

interface Props {
  queue: string;
  company: number | null;
  /** Its name, where it is known. */
  name: string | undefined;
  onChange: (company: number | null) => void;
}

/** Narrows the list to one company: any that has something in it, found by its name or number. */
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
