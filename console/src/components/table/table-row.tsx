import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";

import type { Column } from "./columns";
import styles from "./table.module.css";
import type { TableState } from "./use-table";

interface Props<Row> {
  of: TableState<Row>;
  row: Row;
  onSelect: (row: Row, on: boolean, range: boolean) => void;
}

// as in data-table.tsx
const ROLES = { row: { role: "row" }, header: { role: "rowheader" }, cell: { role: "cell" } };

/** One row, with its details below it when open. */
export function TableRow<Row>({ of, row, onSelect }: Props<Row>) {
  const { declaration, columns, selection, details, opened, onOpen, rowProps, narrow, lined } = of;
  const key = declaration.rowKey(row);
  const open = details !== undefined && opened.has(key);
  const [first, ...others] = columns;
  const Name = (lined ? first?.Line : undefined) ?? first?.Cell;
  const selected = selection?.has(row);
  const span = narrow ? undefined : columns.length + (selection ? 1 : 0);
  const above = declaration.above?.(row);
  return (
    <>
      {above && (
        <tr {...ROLES.row} className={styles.above}>
          <td {...ROLES.cell} colSpan={span}>
            {above}
          </td>
        </tr>
      )}
      <tr {...ROLES.row} {...rowProps?.(row)} data-row={key} aria-selected={selected}>
        {selection && (
          <td {...ROLES.cell} className={styles.select}>
            <SelectBox name={selection.nameOf(row)} on={selected === true} onSelect={(on, range) => onSelect(row, on, range)} />
          </td>
        )}
        {Name && (
          <th {...ROLES.header} scope="row" className={styles.name}>
            {details ? (
              <button type="button" className={styles.opener} aria-expanded={open} onClick={() => onOpen(key)}>
                <Icon of={open ? ChevronDown : ChevronRight} flip={!open} />
                <Name row={row} />
              </button>
            ) : (
              <Name row={row} />
            )}
          </th>
        )}
        {others.map((column) => (
          <Cell key={column.id} column={column} row={row} lined={lined} />
        ))}
      </tr>
      {open && (
        <tr {...ROLES.row} className={styles.details}>
          <td {...ROLES.cell} colSpan={span}>
            {details(row)}
          </td>
        </tr>
      )}
    </>
  );
}

/** The row of totals; columns that cannot be summed are empty. */
export function TotalRow<Row>({ of: { columns, selection, lined }, rows }: { of: TableState<Row>; rows: readonly Row[] }) {
  const { t } = useTranslation();
  const [first, ...others] = columns;
  return (
    <tr {...ROLES.row}>
      {selection && <td {...ROLES.cell} className={styles.select} />}
      <th {...ROLES.header} scope="row" className={styles.name}>
        {first?.Total && <first.Total rows={rows} />}
      </th>
      {others.map((column) => {
        const Content = (lined ? column.TotalLine : undefined) ?? column.Total;
        return (
          <td key={column.id} {...ROLES.cell} className={placeOf(column, lined)} data-label={lined ? undefined : t(column.header)}>
            {Content && <Content rows={rows} />}
          </td>
        );
      })}
    </tr>
  );
}

function Cell<Row>({ column, row, lined }: { column: Column<Row>; row: Row; lined: boolean }) {
  const { t } = useTranslation();
  const { Cell: Plain, Line = Plain, header } = column;
  const Content = lined ? Line : Plain;
  return (
    <td {...ROLES.cell} className={placeOf(column, lined)} data-label={lined ? undefined : t(header)}>
      <Content row={row} />
    </td>
  );
}

function placeOf<Row>({ align, narrow }: Column<Row>, lined: boolean): string | undefined {
  if (!lined) return align === "end" ? "n" : undefined;
  return narrow === "end" || narrow === "side" || narrow === "beside" || narrow === "below" || narrow === "last" ? styles[narrow] : undefined;
}

function SelectBox(props: { name: string; on: boolean; onSelect: (on: boolean, range: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <label className="check">
      <input
        type="checkbox"
        data-select
        aria-label={t("people.select.label", { title: props.name })}
        checked={props.on}
        // a change event does not report Shift; the click that causes it does
        onChange={({ target, nativeEvent }) => props.onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
