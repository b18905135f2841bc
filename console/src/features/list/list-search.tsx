import { Search, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useWords } from "@/lib/use-words";

interface Props {
  value: string;
  focused: boolean;
  onChange: (q: string) => void;
  onClose: () => void;
}

/** Filters the list by words in the review, its title or its company's name. */
export function ListSearch({ value, focused, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const words = useWords(value, onChange);
  const close = () => {
    words.empty();
    onClose();
  };
  return (
    <search className="list-search">
      <Icon of={Search} />
      <input
        type="search"
        aria-label={t("work.filter.search")}
        placeholder={t("work.filter.searchHint")}
        value={words.typed}
        maxLength={200}
        dir="auto"
        autoFocus={focused}
        onChange={(event) => words.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
        }}
      />
      <IconButton icon={X} size="s" label={t("work.filter.closeSearch")} onClick={close} />
    </search>
  );
}
