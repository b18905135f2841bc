import { useTranslation } from "react-i18next";

import type { CompanyReport } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Count, Nothing } from "@/components/ui/nothing";
import { useNow } from "@/lib/clock";
import { ageOf } from "@/lib/dates";
import { RATINGS } from "@/lib/ratings";

import styles from "./classic.module.css";
import { shareOf } from "./share-of";

/** The reviews of a company with one rating, or without stars. */
interface StarLine {
  rating: number | null;
  published: number;
  /** The largest number of any rating, the full width of the bar. */
  most: number;
  waiting: CompanyReport["ageing"][number] | undefined;
  asked: CompanyReport["requests_by_stars"][number] | undefined;
}

interface Cell {
  row: StarLine;
}

/** Published reviews, waiting reviews and requests, by stars. */
export const starTable = declareTable<StarLine>({
  name: "company-stars",
  rowKey: (row) => row.rating ?? 0,
  skeletons: RATINGS.length,
  steps: false,
  columns: [
    { id: "stars", header: "classic.company.columns.stars", Cell: Rating, width: 100 },
    { id: "published", header: "classic.company.columns.published", Cell: Published, width: 88, align: "end" },
    { id: "bar", header: "classic.company.columns.bar", Cell: Bar, width: 88, grow: true, quietHeader: true, priority: "lowest", narrow: "hidden" },
    { id: "waiting", header: "classic.company.columns.waiting", Cell: Waiting, width: 72, align: "end", wide: 88 },
    { id: "oldest", header: "classic.company.columns.oldest", Cell: Oldest, width: 80, align: "end", wide: 96 },
    { id: "average", header: "classic.company.columns.average", Cell: Average, width: 104, align: "end", priority: "low" },
    { id: "requests", header: "classic.company.columns.requests", Cell: Requests, width: 128, align: "end", priority: "low" },
    { id: "refused", header: "classic.company.columns.refused", Cell: Refused, width: 88, align: "end", priority: "low" },
    { id: "share", header: "classic.company.columns.share", Cell: Share, width: 120, align: "end", priority: "low" },
  ],
});

/** A line for each rating, also for those without reviews, and one for reviews without stars if there are any. */
export function linesOf({ by_stars: published, ageing, requests_by_stars: asked }: CompanyReport): StarLine[] {
  const most = Math.max(1, ...published.map(({ reviews }) => reviews));
  const starless = [...published, ...ageing, ...asked].some(({ rating }) => rating === null);
  return [...RATINGS, ...(starless ? [null] : [])].map((rating) => ({
    rating,
    most,
    published: published.find((row) => row.rating === rating)?.reviews ?? 0,
    waiting: ageing.find((row) => row.rating === rating),
    asked: asked.find((row) => row.rating === rating),
  }));
}

function Rating({ row: { rating } }: Cell) {
  const { t } = useTranslation();
  return rating === null ? t("classic.company.noStars") : <Stars rating={rating} />;
}

function Published({ row: { published } }: Cell) {
  return <Count of={published} />;
}

/** The same as a bar, for the eye alone. */
function Bar({ row: { published, most } }: Cell) {
  return (
    <span className={styles.share} aria-hidden>
      <i className="hbar" style={{ inlineSize: `${(published / most) * 100}%` }} />
    </span>
  );
}

function Waiting({ row: { waiting } }: Cell) {
  return <Count of={waiting?.waiting ?? 0} />;
}

function Oldest({ row: { waiting } }: Cell) {
  return waiting ? <Age at={waiting.oldest_at} /> : <Nothing />;
}

function Average({ row: { waiting } }: Cell) {
  const now = useNow();
  return waiting ? ageOf(waiting.average_at, now) : <Nothing />;
}

function Requests({ row: { asked } }: Cell) {
  return <Count of={asked?.requests ?? 0} />;
}

function Refused({ row: { asked } }: Cell) {
  return <Count of={asked?.refused ?? 0} />;
}

function Share({ row: { asked } }: Cell) {
  return (asked && shareOf(asked.refused_share)) ?? <Nothing />;
}
