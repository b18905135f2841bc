import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { useAtLeast } from "@/lib/use-media";

import { SelectAll } from "./select-all";
import { nameOfSort } from "./sorting";
import styles from "./table.module.css";
import type { TableState } from "./use-table";

interface Props<Row> {
  of: TableState<Row>;
  /** What narrows the rows. */
  filters?: ReactNode;
  /** What else can be done with them: a file. */
  children?: ReactNode;
}

/** The bar above a table: its filters at the start; columns, a file and, where there are no headers, the sort at the end. On a phone columns and file share a menu. */
export function TableTools<Row>({ of, filters, children }: Props<Row>) {
  const { t } = useTranslation();
  const { narrow, sorting, selection, choice, sortAgain } = of;
  const isPhone = !useAtLeast("sm");
  const hasColumns = choice.optional.length > 0 && of.rows?.length !== 0;
  return (
    <div className={styles.tools}>
      {filters}
      <span className={`row wrap ${styles.actions}`}>
        {narrow && selection && <SelectAll of={of} named />}
        {sortAgain && (
          <Button size="s" tone="quiet" title={t("table.sortAgainHint")} onClick={sortAgain}>
            {t("table.sortAgain")}
          </Button>
        )}
        {narrow && sorting && <SortChoice of={of} />}
        {isPhone && sorting && hasColumns ? (
          <Disclosure label={t("table.tools")} className="at-end">
            <div className={styles.choices}>
              <Columns of={of} />
              {children}
            </div>
          </Disclosure>
        ) : (
          <>
            {hasColumns && (
              <Disclosure label={t("table.columns")} className="at-end">
                <Columns of={of} />
              </Disclosure>
            )}
            {children}
          </>
        )}
      </span>
    </div>
  );
}

/** Which columns are shown. */
function Columns<Row>({ of: { choice } }: { of: TableState<Row> }) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choices}>
      <legend className="sr">{t("table.columns")}</legend>
      {choice.optional.map((column) => (
        <label key={column.id} className="check">
          <input type="checkbox" checked={choice.shown.includes(column)} onChange={() => choice.toggle(column)} />
          {t(column.header)}
        </label>
      ))}
    </fieldset>
  );
}

/** The sort, where rows are blocks and no header can be pressed. */
function SortChoice<Row>({ of: { sorting, declaration } }: { of: TableState<Row> }) {
  const { t } = useTranslation();
  if (!sorting) return null;
  const { current, onSort, except } = sorting;
  const sortable = declaration.columns.filter(({ id, sort }) => sort && !except?.includes(id));
  return (
    <select
      className={`select ${styles.sortChoice}`}
      aria-label={t("table.sort")}
      value={nameOfSort(current)}
      onChange={({ target }) => {
        const [by = "", ascending] = target.value.split(" ");
        onSort({ by, ascending: ascending === "true" });
      }}
    >
      {!current && <option value="">{t("table.sort")}</option>}
      {sortable.flatMap(({ id, header }) =>
        [false, true].map((ascending) => (
          <option key={`${id} ${ascending}`} value={`${id} ${ascending}`}>
            {t(ascending ? "table.ascending" : "table.descending", { column: t(header) })}
          </option>
        )),
      )}
    </select>
  );
}
