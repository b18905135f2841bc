import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

/** The values of the type selector, in the order of spec, section 2. */
export const SEARCH_TYPES = ["everything", "companies", "hsone", "reviews", "third-party-reviews", "accounts"] as const;

export type SearchType = (typeof SEARCH_TYPES)[number];

interface Props {
  value: SearchType;
  onChange: (type: SearchType) => void;
}

export function SearchTypeSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("frame.search.type")}
      value={value}
      onChange={onChange}
      options={SEARCH_TYPES.map((type) => ({ value: type, label: t(`frame.search.types.${type}`) }))}
      className="search-type"
    />
  );
}
