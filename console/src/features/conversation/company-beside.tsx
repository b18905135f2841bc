import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import { Stars } from "@/components/desk/stars";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./conversation.module.css";

interface Props {
  company: { id: number; name: string };
}

const NEWEST = 3; // reviews
const FRESH_MS = 60_000;
const howMany = (count: number) => ({ count, number: formatNumber(count) });

/** The company that a ticket is about, its rating, and its newest reviews. For people who moderate reviews. */
export function CompanyBeside({ company: { id, name } }: Props) {
  const { t } = useTranslation();
  const report = useQuery({ ...read("/api/company/{company_id}", { path: { company_id: id } }), staleTime: FRESH_MS });
  const newest = useQuery({ ...read("/api/reviews", { query: { company: id, limit: NEWEST } }), staleTime: FRESH_MS });
  return (
    <>
      <p>
        <Link to={paths.company(id)} dir="auto">
          {name}
        </Link>
      </p>
      {report.isError || newest.isError ? (
        <p className="soft">{t("conversation.beside.failed")}</p>
      ) : report.data && newest.data ? (
        <>
          <p className="meta">
            {report.data.rating === null
              ? t("conversation.beside.unrated", howMany(report.data.reviews))
              : t("conversation.beside.rating", { rating: report.data.rating.toFixed(1), ...howMany(report.data.reviews) })}
          </p>
          <ul className={styles.lines} aria-label={t("conversation.beside.newest")}>
            {newest.data.items.map(({ id: review, title, excerpt, rating }) => (
              <li key={review} className={styles.review}>
                {rating !== null && <Stars rating={rating} />}
                <Link className="cut" to={paths.review(review)} dir="auto">
                  {title || excerpt || t("conversation.beside.untitled")}
                </Link>
              </li>
            ))}
          </ul>
          {newest.data.items.length > 0 && (
            <p className="meta">
              <Link to={paths.companyReviews(id)}>{t("conversation.beside.reviews")}</Link>
            </p>
          )}
        </>
      ) : (
        <div className="coming" aria-busy>
          <Skeleton width="70%" />
        </div>
      )}
    </>
  );
}
