import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { CompanyReport } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { Age } from "@/components/ui/age";
import { Skeleton } from "@/components/ui/skeleton";
import { formatAge, formatNumber } from "@/lib/dates";

import styles from "./classic.module.css";
import { shareOf } from "./share-of";

const RATINGS = [5, 4, 3, 2, 1] as const;
const COLUMNS = ["waiting", "oldest", "average", "requests", "refused", "share"] as const;

/** Published, waiting and asked about, star by star: one look tells whether low stars are treated as high ones are. */
export function ByStars({ company }: { company: CompanyReport | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll} role="region" tabIndex={0} aria-labelledby="by-stars">
      <table className={`table ${styles.stars}`} aria-busy={!company}>
        <thead>
          <tr>
            <th scope="col">{t("classic.company.columns.stars")}</th>
            <th scope="col">{t("classic.company.columns.published")}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="n">
                {t(`classic.company.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{company ? rowsOf(company).map((row) => <Row key={row.rating ?? 0} {...row} />) : RATINGS.map((rating) => <Waiting key={rating} rating={rating} />)}</tbody>
      </table>
    </div>
  );
}

interface RowProps {
  rating: number | null;
  published: number;
  /** The most that any rating has, against which the bar is drawn. */
  most: number;
  waits: CompanyReport["ageing"][number] | undefined;
  asked: CompanyReport["requests_by_stars"][number] | undefined;
}

/** A row for each rating, also for those that no review has, and one without stars where there are such. */
function rowsOf({ by_stars: published, ageing, requests_by_stars: asked }: CompanyReport): RowProps[] {
  const most = Math.max(1, ...published.map(({ reviews }) => reviews));
  const starless = [...published, ...ageing, ...asked].some(({ rating }) => rating === null);
  return [...RATINGS, ...(starless ? [null] : [])].map((rating) => ({
    rating,
    most,
    published: published.find((row) => row.rating === rating)?.reviews ?? 0,
    waits: ageing.find((row) => row.rating === rating),
    asked: asked.find((row) => row.rating === rating),
  }));
}

function Row({ rating, published, most, waits, asked }: RowProps) {
  const { t } = useTranslation();
  const cells: ReactNode[] = [
    waits && formatNumber(waits.waiting),
    waits && <Age at={waits.oldest_at} />,
    waits && formatAge(waits.average_seconds * 1_000),
    asked && formatNumber(asked.requests),
    asked && formatNumber(asked.refused),
    asked && shareOf(asked.refused_share),
  ];
  return (
    <tr>
      <th scope="row">{rating === null ? t("classic.company.noStars") : <Stars rating={rating} />}</th>
      <td className={styles["bar-cell"]}>
        <span className={styles.share}>
          <i className="hbar" style={{ inlineSize: `${(published / most) * 100}%` }} aria-hidden />
          <span className="n">{published > 0 ? formatNumber(published) : <span className="dim">0</span>}</span>
        </span>
      </td>
      {cells.map((cell, index) => (
        <td key={COLUMNS[index]} className="n">
          {cell ?? <span className="dim">{t("classic.company.nothing")}</span>}
        </td>
      ))}
    </tr>
  );
}

function Waiting({ rating }: { rating: number }) {
  return (
    <tr aria-hidden>
      <th scope="row">
        <Stars rating={rating} />
      </th>
      <td colSpan={COLUMNS.length + 1}>
        <Skeleton width={`${20 + rating * 8}%`} />
      </td>
    </tr>
  );
}
