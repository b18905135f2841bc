import { ArrowDown, ArrowUp, Flag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { ReviewRow } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { StatusDot } from "@/components/desk/status-dot";
import { Icon } from "@/components/ui/icon";
import { formatDateTime, formatShortDay } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./classic.module.css";
import type { Column } from "./use-columns";
import { type Sort, SOURCES, type View } from "./view";

interface Props {
  rows: readonly ReviewRow[];
  columns: readonly Column[];
  view: View;
  onSort: (sort: Sort) => void;
}

/** Which order a column's head gives, where it gives one. */
const SORT_OF: Partial<Record<Column, Sort>> = {
  company: "company",
  rating: "rating",
  received: "received",
  posted: "posted",
  moved: "moved",
};

/** Reviews as rows, each a link to its whole story. */
export function ReviewTable({ rows, columns, view, onSort }: Props) {
  const { t } = useTranslation();
  return (
    <table className={`table ${styles.table}`} aria-label={t("classic.table")}>
      <thead>
        <tr>
          <th scope="col">{t("classic.columns.title")}</th>
          {columns.map((column) => (
            <Head key={column} column={column} view={view} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={styles.title}>
              <Link className="plain" to={paths.review(row.id)} dir="auto">
                {row.title || row.excerpt || t("work.item.untitled")}
              </Link>
              {row.title && (
                <span className="meta cut" dir="auto">
                  {row.excerpt}
                </span>
              )}
            </th>
            {columns.map((column) => (
              <td key={column} className={styles[column]}>
                <Cell column={column} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ column, view, onSort }: Pick<Props, "view" | "onSort"> & { column: Column }) {
  const { t } = useTranslation();
  const name = t(`classic.columns.${column}`);
  const sort = SORT_OF[column];
  if (!sort || (sort === "moved" && view.status === null)) return <th scope="col">{name}</th>;
  const on = view.sort === sort;
  return (
    <th scope="col" aria-sort={on ? (view.ascending ? "ascending" : "descending") : undefined}>
      <button type="button" className={styles.sort} title={t("classic.sort.by", { column: name })} onClick={() => onSort(sort)}>
        {name}
        {on && <Icon of={view.ascending ? ArrowUp : ArrowDown} />}
      </button>
    </th>
  );
}

function Cell({ column, row }: { column: Column; row: ReviewRow }) {
  const { t } = useTranslation();
  switch (column) {
    case "company":
      return (
        <Link className="plain cut" to={paths.companyReviews(row.company.id)} dir="auto" title={row.company.name}>
          {row.company.name}
        </Link>
      );
    case "rating":
      return row.rating === null ? <span className="dim">{t("work.stars.none")}</span> : <Stars rating={row.rating} />;
    case "author":
      return row.author_name ? (
        <bdi className="cut" title={row.author_name}>
          {row.author_name}
        </bdi>
      ) : (
        <span className="dim">{t("work.item.nameless")}</span>
      );
    case "source":
      return <SourceName source={row.source} />;
    case "status":
      return <StatusDot status={row.status} />;
    case "external":
      return <span className="mono">{row.external_id}</span>;
    case "flagged":
      return row.flagged > 0 ? (
        <span className="flagged">
          <Icon of={Flag} /> {row.flagged}
        </span>
      ) : null;
    case "received":
      return <Moment at={row.received_at} />;
    case "posted":
      return row.posted_at ? <Moment at={row.posted_at} /> : null;
    case "moved":
      return <Moment at={row.moved_at} />;
  }
}

function SourceName({ source }: { source: string }) {
  const { t } = useTranslation();
  const known = SOURCES.find((one) => one === source);
  return known ? t(`work.source.${known}`) : source;
}

function Moment({ at }: { at: string }) {
  return (
    <time className="nowrap" dateTime={at} title={formatDateTime(at)}>
      {formatShortDay(at)}
    </time>
  );
}
