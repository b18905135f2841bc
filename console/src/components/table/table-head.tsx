import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";

import type { Column } from "./columns";
import { SelectAll } from "./select-all";
import { nextSort } from "./sorting";
import styles from "./table.module.css";
import type { TableState } from "./use-table";

// as in data-table.tsx
const ROLES = { group: { role: "rowgroup" }, row: { role: "row" }, header: { role: "columnheader" } };

/** The headers; those of sortable columns are buttons. In the narrow form they are for screen readers only. */
export function TableHead<Row>({ of }: { of: TableState<Row> }) {
  const { t } = useTranslation();
  const { columns, narrow, selection } = of;
  const growing = Math.max(0, columns.findIndex(({ grow }) => grow)); // the first column, if none of these grows
  return (
    <>
      {!narrow && (
        <colgroup>
          {selection && <col className={styles.selectColumn} />}
          {columns.map(({ id, width }, index) => (
            <col key={id} style={index === growing ? undefined : { inlineSize: `${width / 16}rem` }} />
          ))}
        </colgroup>
      )}
      <thead {...ROLES.group} className={narrow ? "sr" : styles.head}>
        <tr {...ROLES.row}>
          {selection && (
            <th {...ROLES.header} scope="col">
              {narrow ? t("table.selection") : <SelectAll of={of} />}
            </th>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.id} of={of} column={column} />
          ))}
        </tr>
      </thead>
    </>
  );
}

function ColumnHead<Row>({ of: { sorting, narrow }, column }: { of: TableState<Row>; column: Column<Row> }) {
  const { t } = useTranslation();
  const name = t(column.header);
  const current = sorting?.current?.by === column.id ? sorting.current : null;
  const sorts = sorting && column.sort && !narrow && !sorting.except?.includes(column.id);
  return (
    <th
      {...ROLES.header}
      scope="col"
      className={column.align === "end" ? "n" : undefined}
      title={column.hint && t(column.hint)}
      aria-sort={current ? (current.ascending ? "ascending" : "descending") : column.ordered}
    >
      {sorts ? (
        <button
          type="button"
          className={styles.sort}
          title={column.hint ? undefined : t("table.sortBy", { column: name })}
          onClick={() => sorting.onSort(nextSort(column, sorting.current))}
        >
          {name}
          {current && <Icon of={current.ascending ? ArrowUp : ArrowDown} />}
        </button>
      ) : (
        <span className={column.quietHeader ? "sr" : column.ordered && styles.ordered}>
          {name}
          {column.ordered && <Icon of={ArrowDown} />}
        </span>
      )}
    </th>
  );
}
