import { useTranslation } from "react-i18next";

import type { TableState } from "./use-table";

interface Props<Row> {
  of: TableState<Row>;
  /** With a visible label, for a form that has no column of checkboxes. */
  named?: boolean;
}

/** The checkbox that selects all shown rows or none; indeterminate if some are selected. */
export function SelectAll<Row>({ of: { rows = [], selection }, named = false }: Props<Row>) {
  const { t } = useTranslation();
  const selected = rows.filter((row) => selection?.has(row)).length;
  const all = rows.length > 0 && selected === rows.length;
  const some = selected > 0 && !all;
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={t("people.select.all")}
        checked={all}
        disabled={rows.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        onChange={() => selection?.set(rows, !all)}
      />
      {named && t("table.selectAll")}
    </label>
  );
}
