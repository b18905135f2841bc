import { Flag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { ReviewRow } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { StatusDot } from "@/components/desk/status-dot";
import { useSourceName } from "@/components/desk/use-source-name";
import { declareTable, type TableDeclaration } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { clock } from "@/lib/clock";
import { formatDateTime, formatMoment } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortDate } from "@/lib/use-moment";

import styles from "./classic.module.css";

interface Cell {
  row: ReviewRow;
}

/** Every review as a row, linked to its whole story. */
export const reviewTable = declareTable<ReviewRow>({
  name: "classic",
  rowKey: (row) => row.id,
  lines: 2,
  columns: [
    { id: "title", header: "classic.columns.title", Cell: Title, width: 340, grow: true, Line: TitleAndWhose },
    { id: "received", header: "classic.columns.received", Cell: Received, width: 120, sort: "server", time: true, optional: "shown", narrow: "end" },
    { id: "company", header: "classic.columns.company", Cell: Company, width: 176, sort: "server", fromA: true, optional: "shown", wide: 240 },
    { id: "rating", header: "classic.columns.rating", Cell: Rating, width: 88, sort: "server", optional: "shown", narrow: "line" },
    { id: "author", header: "classic.columns.author", Cell: Author, width: 136, optional: "shown", wide: 200, priority: "low" },
    { id: "source", header: "classic.columns.source", Cell: Source, width: 124, optional: "shown", priority: "lowest" },
    { id: "status", header: "classic.columns.status", Cell: Status, width: 164, optional: "shown", narrow: "line" },
    { id: "external", header: "classic.columns.external", Cell: External, width: 132, optional: "hidden", narrow: "line" },
    { id: "flagged", header: "classic.columns.flagged", Cell: Flagged, width: 84, optional: "hidden", narrow: "line" },
    { id: "posted", header: "classic.columns.posted", Cell: Posted, width: 128, sort: "server", optional: "hidden" },
    { id: "moved", header: "classic.columns.moved", Cell: Moved, width: 128, sort: "server", optional: "hidden" },
  ],
});

const [title, ...others] = reviewTable.columns;

/** Like `reviewTable`, for the page of one company: without the company. */
export const companyReviewTable: TableDeclaration<ReviewRow> = {
  ...reviewTable,
  columns: [{ ...title, Line: TitleAndAuthor }, ...others.filter(({ id }) => id !== "company")],
};

function Title({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <Link className="plain cut block" to={paths.review(row.id)} dir="auto">
        {row.title || row.excerpt || t("work.item.untitled")}
      </Link>
      {row.title && (
        <span className="meta cut block" dir="auto">
          {row.excerpt}
        </span>
      )}
    </>
  );
}

function TitleAndWhose({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <Title row={row} />
      <span className="meta cut block">
        <bdi>{row.company.name}</bdi>
        <bdi className="dot">{row.author_name || t("work.item.nameless")}</bdi>
      </span>
    </>
  );
}

function TitleAndAuthor({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <Title row={row} />
      <bdi className="meta cut block">{row.author_name || t("work.item.nameless")}</bdi>
    </>
  );
}

function Company({ row: { company } }: Cell) {
  return (
    <Link className={`plain cut block ${styles.company}`} to={paths.companyReviews(company.id)} dir="auto" title={company.name}>
      {company.name}
    </Link>
  );
}

function Rating({ row }: Cell) {
  const { t } = useTranslation();
  return row.rating === null ? <span className="dim">{t("work.stars.none")}</span> : <Stars rating={row.rating} />;
}

function Author({ row: { author_name: name } }: Cell) {
  const { t } = useTranslation();
  if (!name) return <span className="dim">{t("work.item.nameless")}</span>;
  return (
    <bdi className="soft cut block" title={name}>
      {name}
    </bdi>
  );
}

function Source({ row: { source } }: Cell) {
  return <span className="soft">{useSourceName(source)}</span>;
}

function Status({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <StatusDot status={row.status} />
      {row.held_until && <span className="meta cut block">{t("work.heldUntil", { moment: formatMoment(row.held_until, clock.now()) })}</span>}
    </>
  );
}

function External({ row }: Cell) {
  return <span className="mono soft">{row.external_id}</span>;
}

function Flagged({ row }: Cell) {
  if (row.flagged === 0) return null;
  return (
    <span className="flagged">
      <Icon of={Flag} /> {row.flagged}
    </span>
  );
}

function Received({ row }: Cell) {
  return <Moment at={row.received_at} />;
}

function Posted({ row }: Cell) {
  return row.posted_at && <Moment at={row.posted_at} />;
}

function Moved({ row }: Cell) {
  return <Moment at={row.moved_at} />;
}

function Moment({ at }: { at: string }) {
  const dateOf = useShortDate();
  return (
    <time className="soft nowrap" dateTime={at} title={formatDateTime(at)}>
      {dateOf(at)}
    </time>
  );
}
