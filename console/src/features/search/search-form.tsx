import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";

import { SEARCH_TYPES, type SearchType } from "./search-types";

interface Props {
  onSearch: (term: string, type: SearchType) => void;
  onClose: () => void;
}

export function SearchForm({ onSearch, onClose }: Props) {
  const { t } = useTranslation();
  const [type, setType] = useState<SearchType>("everything");
  const field = useRef<HTMLInputElement>(null);

  const submit = () => {
    const term = field.current?.value.trim() ?? "";
    if (term) onSearch(term, type);
    else field.current?.focus();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Select
        label={t("frame.search.type")}
        value={type}
        onChange={setType}
        options={SEARCH_TYPES.map((value) => ({ value, label: t(`frame.search.types.${value}`) }))}
        className="search-type"
      />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={t("frame.search.label")}
        placeholder={t("frame.search.placeholder")}
        enterKeyHint="search"
        autoComplete="off"
        autoFocus
      />
      <Button type="submit" tone="primary">
        {t("frame.search.submit")}
      </Button>
    </form>
  );
}
