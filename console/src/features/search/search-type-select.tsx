import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

/** Values of the type selector, in its order (spec, section 2). */
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
