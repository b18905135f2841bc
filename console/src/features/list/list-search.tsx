import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";

const PAUSE_MS = 300; // after the last letter

interface Props {
  value: string;
  focused: boolean;
  onChange: (q: string) => void;
  onClose: () => void;
}

/** Narrows the list by words in a review, its title or its company's name. */
export function ListSearch({ value, focused, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(text.trim()), PAUSE_MS);
  };
  const close = () => {
    window.clearTimeout(timer.current);
    onClose();
  };
  return (
    <search className="list-search">
      <Icon of={Search} />
      <input
        type="search"
        aria-label={t("work.filter.search")}
        placeholder={t("work.filter.searchHint")}
        value={typed}
        maxLength={200}
        dir="auto"
        autoFocus={focused}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
        }}
      />
      <IconButton icon={X} size="s" label={t("work.filter.closeSearch")} onClick={close} />
    </search>
  );
}
