import { X } from "lucide-react";
import { type RefObject, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

import { lazyPart } from "@/lib/lazy-part";

import type { SearchType } from "./search-type-select";

// the text field must be there at once, or text typed after `/` would trigger shortcuts; the type selector may load
// later
const SearchTypeSelect = lazyPart(async () => ({ default: (await import("./search-type-select")).SearchTypeSelect }));

const SearchPanel = lazyPart(() => import("./search-panel"));

interface Props {
  term: string;
  onType: (term: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onSearch: (term: string, type: SearchType) => void;
  onOpen: (path: string) => void;
  /** Set in the header, where the form is a bar that can be closed. */
  onClose?: () => void;
}

// no form shell: a search submits nothing
/** The type, the term and the button (spec, section 2), with results while the person types. */
export function SearchForm({ term, onType, field, onSearch, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const [type, setType] = useState<SearchType>("everything");

  const submit = () => {
    const wanted = term.trim();
    if (wanted) onSearch(wanted, type);
    else field.current?.focus();
  };

  return (
    <form
      className="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Suspense fallback={<span className="select-trigger search-type" aria-hidden />}>
        <SearchTypeSelect value={type} onChange={setType} />
      </Suspense>
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={t("frame.search.label")}
        placeholder={t("frame.search.placeholder")}
        enterKeyHint="search"
        autoComplete="off"
        value={term}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose?.()}
        autoFocus
      />
      <Button type="submit" tone="primary">
        {t("frame.search.submit")}
      </Button>
      {onClose && <IconButton icon={X} label={t("frame.search.close")} className="search-close" onClick={onClose} />}
      <Suspense>
        <SearchPanel field={field} term={term} type={type} onOpen={onOpen} onSearch={onClose && ((again) => onSearch(again, type))} />
      </Suspense>
    </form>
  );
}
