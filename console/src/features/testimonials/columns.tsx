import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TestimonialRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { MEDIA } from "@/components/desk/media";
import { StatusDot } from "@/components/desk/status-dot";
import { declareTable } from "@/components/table/columns";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { Nothing } from "@/components/ui/nothing";
import { useMe } from "@/features/session/use-me";
import { sayTime } from "@/features/transcription/say-time";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./testimonials.module.css";

const SECOND = 1_000;

interface Cell {
  row: TestimonialRow;
}

/** All testimonials. */
export const testimonialTable = declareTable<TestimonialRow>({
  name: "testimonials",
  rowKey: (row) => row.id,
  columns: [
    { id: "title", header: "testimonials.list.columns.title", Cell: Title, width: 224, wide: 560 },
    { id: "company", header: "testimonials.list.columns.company", Cell: Company, width: 150, optional: "shown", grow: true, narrow: "line" },
    { id: "status", header: "testimonials.list.columns.status", Cell: Status, width: 168, narrow: "line" },
    { id: "consent", header: "testimonials.list.columns.consent", Cell: ConsentCell, width: 108, Line: ConsentLacking, narrow: "line" },
    { id: "received", header: "testimonials.list.columns.received", Cell: Received, width: 140, optional: "shown", sort: "server", time: true },
    { id: "people", header: "testimonials.list.columns.people", Cell: People, width: 72, optional: "shown", narrow: "line" },
    { id: "due", header: "testimonials.list.columns.due", Cell: Clock, width: 148, narrow: "end" },
  ],
});

const [first, ...others] = testimonialTable.columns;

/** Like `testimonialTable`, for one status, which is named above the table. */
export const oneStatusTable = { ...testimonialTable, columns: [first, ...others.filter(({ id }) => id !== "status")] } as const;

/**
 * The beginning of the text; before transcription the author, or the number. Then the medium, and its length or pages.
 */
function Title({ row: { id, title, excerpt, medium, author_name: name, duration, pages } }: Cell) {
  const { t } = useTranslation();
  const kind = t(`testimonials.list.kind.${medium}`);
  const words = title || excerpt || name || t("testimonials.number", { id });
  return (
    <span className="row">
      <Icon of={MEDIA[medium]} className={styles.kind} />
      <span className="cut block">
        <Link className="plain" to={paths.testimonial(id)} dir="auto" title={words}>
          {words}
        </Link>{" "}
        <span className="soft">
          {duration !== null
            ? t("testimonials.list.lasts", { kind, time: sayTime(duration / SECOND) })
            : pages > 0
              ? t("testimonials.list.pages", { kind, count: pages })
              : kind}
        </span>
      </span>
    </span>
  );
}

function Company({ row: { company } }: Cell) {
  return <bdi className="cut block soft" title={company.name}>{company.name}</bdi>;
}

function Status({ row: { status } }: Cell) {
  return <StatusDot status={status} />;
}

/** The consent; highlighted if it does not allow a publication. */
function ConsentCell({ row: { consent } }: Cell) {
  const { t } = useTranslation();
  return <span className={`badge-dot ${consent === "given" ? styles.given : styles.lacking}`}>{t(`testimonials.list.consent.${consent}`)}</span>;
}

function ConsentLacking({ row }: Cell) {
  return row.consent === "given" ? null : <ConsentCell row={row} />;
}

/** The holder, otherwise the assignee. */
function People({ row }: Cell) {
  const { t } = useTranslation();
  const me = useMe();
  const person = row.locked ? { id: row.locked_id, name: row.locked_by } : row.assigned_to;
  if (!person) return <Nothing />;
  return (
    <span className={row.locked ? "row" : "row wide-only"} title={row.locked ? t("testimonials.list.heldBy", { name: person.name }) : person.name}>
      <Avatar name={person.name} me={person.id === me.id} />
      {row.locked && <Icon of={Lock} className={styles.held} />}
    </span>
  );
}

function Clock({ row: { received_at: received, due_at: due } }: Cell) {
  return due ? <Due createdAt={received} dueAt={due} queue={undefined} /> : <Nothing />;
}

function Received({ row: { received_at: at } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time className="soft nowrap" dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}
