import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TestimonialRow } from "@/api/types";
import { StatusDot } from "@/components/desk/status-dot";
import { declareTable } from "@/components/table/columns";
import { Nothing } from "@/components/ui/nothing";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useDay, useShortMoment } from "@/lib/use-moment";

import styles from "./testimonials.module.css";

interface Cell {
  row: TestimonialRow;
}

/** All testimonials. */
export const testimonialTable = declareTable<TestimonialRow>({
  name: "testimonials",
  rowKey: (row) => row.id,
  columns: [
    { id: "title", header: "testimonials.list.columns.title", Cell: Title, width: 200, grow: true },
    { id: "author", header: "testimonials.list.columns.author", Cell: Author, width: 132, optional: "shown", wide: 160, priority: "low" },
    { id: "company", header: "testimonials.list.columns.company", Cell: Company, width: 150, optional: "shown", wide: 220, narrow: "line" },
    { id: "medium", header: "testimonials.list.columns.medium", Cell: Medium, width: 80, optional: "shown", priority: "low", narrow: "line" },
    { id: "status", header: "testimonials.list.columns.status", Cell: Status, width: 140, narrow: "line" },
    { id: "consent", header: "testimonials.list.columns.consent", Cell: ConsentCell, width: 108 },
    { id: "received", header: "testimonials.list.columns.received", Cell: Received, width: 128, Line: ReceivedOn, narrow: "end" },
  ],
});

/** What it says; until that is transcribed its kind and number: from whom and about whom stands beside it. */
function Title({ row: { id, title, excerpt, medium } }: Cell) {
  const { t } = useTranslation();
  const written = title || excerpt;
  const words = written || t("testimonials.list.untitled", { id, kind: t(`work.row.media.${medium}`) });
  return (
    <Link className="plain cut block" to={paths.testimonial(id)} dir="auto" title={words}>
      {written || <span className={`dim ${styles.blank}`}>{words}</span>}
    </Link>
  );
}

function Author({ row: { author_name: name } }: Cell) {
  return name ? <bdi className="cut block">{name}</bdi> : <Nothing />;
}

function Company({ row: { company } }: Cell) {
  return <bdi className="cut block soft" title={company.name}>{company.name}</bdi>;
}

function Medium({ row: { medium } }: Cell) {
  const { t } = useTranslation();
  return <span>{t(`work.row.media.${medium}`)}</span>;
}

function Status({ row: { status } }: Cell) {
  return <StatusDot status={status} />;
}

function ConsentCell({ row: { consent } }: Cell) {
  const { t } = useTranslation();
  return <span>{t(`testimonials.list.consent.${consent}`)}</span>;
}

function Received({ row: { received_at: at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time className="soft nowrap" dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}

function ReceivedOn({ row: { received_at: at } }: Cell) {
  const dayOf = useDay();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {dayOf(at)}
    </time>
  );
}
