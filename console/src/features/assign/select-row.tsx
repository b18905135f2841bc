import { useTranslation } from "react-i18next";

import type { TaskRow } from "@/api/types";

interface Props {
  row: TaskRow;
  checked: boolean;
  onToggle: () => void;
}

/** The checkbox of a row, for the pointer; the keyboard uses x. */
export function SelectRow({ row, checked, onToggle }: Props) {
  const { t } = useTranslation();
  const title = row.summary.title || row.summary.excerpt || t("work.item.untitled");
  return (
    <label className="check row-check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t("people.select.label", { title })}
        checked={checked}
        onChange={onToggle}
      />
    </label>
  );
}
