import { Columns3, Ellipsis } from "lucide-react";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatNumber } from "@/lib/dates";

import { BarRoom, Folded, LEAST_ROOM, USUAL_ROOM } from "./bar-room";
import { SelectAll } from "./select-all";
import { nameOfSort } from "./sorting";
import styles from "./table.module.css";
import { useRoom } from "./use-fit";
import type { TableState } from "./use-table";

interface Props<Row> {
  of: TableState<Row>;
  /** The card's title with the number of rows, for a table without filters. */
  title?: string;
  /** The filters. */
  filters?: ReactNode;
  /** The button that adds a row. */
  create?: ReactNode;
  /** The minimum width of the bar in which everything fits in one line. */
  room?: number;
  /** Further actions, such as saving a file. */
  children?: ReactNode;
}

/**
 * The bar above a table: filters, then columns, actions, the sort if there are no headers, and the button that adds a
 * row. One line; if that is too narrow, filters and actions fold, and on a phone the search field has a line of its
 * own.
 */
export function TableTools<Row>({ of, title, filters, create, room = USUAL_ROOM, children }: Props<Row>) {
  const { t } = useTranslation();
  const { narrow, sorting, selection, choice, sortAgain } = of;
  const [width, measure] = useRoom();
  const isPhone = width < LEAST_ROOM;
  const hasColumns = of.rows?.length !== 0 && choice.optional.some(({ narrow: form = "hidden" }) => !of.lined || form !== "hidden");
  const others = isPhone ? [...Children.toArray(children), ...Children.toArray(create)] : Children.toArray(children);
  const folds = width < room && others.length + Number(hasColumns) > 1;
  return (
    <BarRoom value={width}>
      <div ref={measure} className={styles.tools} data-form={isPhone ? "phone" : width < USUAL_ROOM ? "folded" : undefined}>
        {title && (
          <h2>
            {title} {of.rows && <bdi className="meta">{formatNumber(of.rows.length)}</bdi>}
          </h2>
        )}
        {filters}
        <span className={`row wrap ${styles.actions}`}>
          {narrow && selection && of.rows?.some(selection.has) && <SelectAll of={of} named />}
          {sortAgain && (
            <Button size="s" tone="quiet" title={t("table.sortAgainHint")} onClick={sortAgain}>
              {t("table.sortAgain")}
            </Button>
          )}
          {narrow && sorting && <SortChoice of={of} />}
          {folds ? (
            <Disclosure label={t("table.tools")} {...(isPhone && { icon: Ellipsis })} className="at-end">
              <Folded value>
                <div className={styles.choices}>
                  {hasColumns && <Columns of={of} />}
                  {others}
                </div>
              </Folded>
            </Disclosure>
          ) : (
            <>
              {others}
              {hasColumns && (
                <Disclosure label={t("table.columns")} icon={Columns3} className="at-end">
                  <Columns of={of} />
                </Disclosure>
              )}
            </>
          )}
          {!isPhone && create}
        </span>
      </div>
    </BarRoom>
  );
}

/** The choice of columns. */
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

/** The choice of sort, for the narrow form, which has no headers to click. */
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
      {sortable.flatMap(({ id, header, time }) =>
        [false, true].map((ascending) => (
          <option key={`${id} ${ascending}`} value={`${id} ${ascending}`}>
            {t(`table.${time ? (ascending ? "oldest" : "newest") : ascending ? "ascending" : "descending"}`, { column: t(header) })}
          </option>
        )),
      )}
    </select>
  );
}
