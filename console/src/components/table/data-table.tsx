import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { isAway, useConnection } from "@/lib/connection";
import { useHotkeys } from "@/lib/hotkeys";

import type { RowKey } from "./columns";
import { SkeletonRow } from "./skeleton-row";
import { TableHead } from "./table-head";
import { TableRow, TotalRow } from "./table-row";
import styles from "./table.module.css";
import type { TableState } from "./use-table";

const ROWS = "main tr[data-row]";

interface Props<Row> {
  of: TableState<Row>;
  /** The table's name, for screen readers. */
  label: string;
  /** The sentence shown if the rows could not be loaded. */
  failed: string;
  /** Shown if there are no rows: what that means, and what to do next. */
  empty: ReactNode;
  /** The label of the button that loads further rows. */
  more?: string | undefined;
  /** Shown between the rows and that button. */
  children?: ReactNode;
}

const SKELETON_ROWS = 6;
// browsers no longer treat a table as a table once its rows are blocks, so the roles are explicit
const ROLES = { table: { role: "table" }, group: { role: "rowgroup" } };

/** Rows in four states: loading, empty, failed, loaded. If the columns do not fit, each row is a block. */
export function DataTable<Row>({ of, label, failed, empty, more, children }: Props<Row>) {
  const { t } = useTranslation();
  const { declaration, source, rows, columns, narrow, lined, selection, measure, total } = of;
  const lastSelected = useRef<RowKey | null>(null);
  const away = isAway(useConnection());
  useRowKeys({ steps: declaration.steps !== false, selects: selection !== undefined });

  /** Selects one row; with Shift, all rows from the last selected one to this one. */
  const onSelect = (row: Row, on: boolean, range: boolean) => {
    const all = rows ?? [];
    const to = all.indexOf(row);
    const from = range ? all.findIndex((other) => declaration.rowKey(other) === lastSelected.current) : -1;
    lastSelected.current = declaration.rowKey(row);
    selection?.set(from === -1 ? [row] : all.slice(Math.min(from, to), Math.max(from, to) + 1), on);
  };

  if (!rows && source.error !== null)
    return <LoadFailed title={failed} error={source.error} onRetry={source.retry} retrying={source.retrying} />;
  if (rows?.length === 0 && !source.more) return empty;
  return (
    <div className={styles.frame} ref={measure}>
      {!rows && <span className="sr" role="status" aria-label={t("common.loading")} />}
      <table
        {...ROLES.table}
        className={`table ${styles.table} ${narrow ? styles.blocks : styles.columns} ${lined ? styles.lined : ""}`}
        data-lines={declaration.lines ?? 1}
        aria-label={label}
        aria-busy={!rows || source.outdated}
      >
        <TableHead of={of} />
        <tbody {...ROLES.group}>
          {rows
            ? rows.map((row) => <TableRow key={declaration.rowKey(row)} of={of} row={row} onSelect={onSelect} />)
            : Array.from({ length: declaration.skeletons ?? SKELETON_ROWS }, (_, index) => (
                <SkeletonRow key={index} columns={columns} place={index} selectable={selection !== undefined} lined={lined} />
              ))}
        </tbody>
        {total && total.length > 1 && (
          <tbody {...ROLES.group} className={styles.total}>
            <TotalRow of={of} rows={total} />
          </tbody>
        )}
      </table>
      {children}
      {rows && source.error !== null && (
        <div className="card-foot">
          <Notice tone="danger" alert>
            {failed} {!away && t("states.load.refresh")}
          </Notice>
          <Button busy={source.retrying} onClick={source.retry}>
            {t("common.tryAgain")}
          </Button>
        </div>
      )}
      {source.more && source.error === null && (
        <div className="card-foot">
          <Button busy={source.more.loading} onClick={source.more.load}>
            {more ?? t("table.more")}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * j and k move from row to row, including rows of nested tables; x selects a row, Shift+x all rows from the last
 * selected one.
 */
function useRowKeys({ steps, selects }: { steps: boolean; selects: boolean }): void {
  const { t } = useTranslation();
  useHotkeys("lists", [
    ...(steps
      ? [
          { keys: "j", label: t("work.keys.down"), run: () => step(1), repeat: true },
          { keys: "k", label: t("work.keys.up"), run: () => step(-1), repeat: true },
        ]
      : []),
    ...(selects
      ? [
          { keys: "x", label: t("people.select.key"), run: () => select(false) },
          { keys: "Shift x", label: t("table.selectRange"), run: () => select(true) },
        ]
      : []),
  ]);
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => controlOf(row));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
  controlOf(rows[to])?.focus();
}

/** The control that opens a row: its link or button, else its first control. Enter activates it natively. */
function controlOf(row: HTMLElement | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(":scope > th :is(a[href], button)") ?? row?.querySelector<HTMLElement>("a[href], button, input") ?? null;
}

function select(shiftKey: boolean): void {
  const box = document.activeElement?.closest(ROWS)?.querySelector("input[data-select]");
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}
