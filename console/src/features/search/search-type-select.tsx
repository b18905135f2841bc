import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

import { SEARCH_TYPES, type SearchType } from "./search-types";

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
