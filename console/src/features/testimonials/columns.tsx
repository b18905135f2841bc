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
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./testimonials.module.css";

interface Cell {
  row: TestimonialRow;
}

/** All testimonials. */
export const testimonialTable = declareTable<TestimonialRow>({
  name: "testimonials",
  rowKey: (row) => row.id,
  columns: [
    { id: "title", header: "testimonials.list.columns.title", Cell: Title, width: 240, grow: true },
    { id: "company", header: "testimonials.list.columns.company", Cell: Company, width: 150, optional: "shown", wide: 220, narrow: "line" },
    { id: "status", header: "testimonials.list.columns.status", Cell: Status, width: 168, narrow: "line" },
    { id: "consent", header: "testimonials.list.columns.consent", Cell: ConsentCell, width: 108, Line: ConsentLacking, narrow: "line" },
    { id: "received", header: "testimonials.list.columns.received", Cell: Received, width: 128, optional: "hidden", priority: "low" },
    { id: "people", header: "testimonials.list.columns.people", Cell: People, width: 64, optional: "shown", priority: "low", narrow: "line" },
    { id: "due", header: "testimonials.list.columns.due", Cell: Clock, width: 148, narrow: "end" },
  ],
});

const [first, ...others] = testimonialTable.columns;

/** Those of one status, which stands above them. */
export const oneStatusTable = { ...testimonialTable, columns: [first, ...others.filter(({ id }) => id !== "status")] } as const;

/** What it says; until that is transcribed whose it is, or its number. */
function Title({ row: { id, title, excerpt, medium, author_name: name } }: Cell) {
  const { t } = useTranslation();
  const kind = t(`work.row.media.${medium}`);
  const words = title || excerpt || (name ? t(`testimonials.list.of.${medium}`, { name }) : t("testimonials.list.untitled", { id, kind }));
  return (
    <span className="row">
      <span className={`row ${styles.kind}`} title={kind}>
        <Icon of={MEDIA[medium]} />
      </span>
      <Link className="plain cut block" to={paths.testimonial(id)} dir="auto" title={words}>
        {words}
      </Link>
    </span>
  );
}

function Company({ row: { company } }: Cell) {
  return <bdi className="cut block soft" title={company.name}>{company.name}</bdi>;
}

function Status({ row: { status } }: Cell) {
  return <StatusDot status={status} />;
}

/** What is lacking for a publication is seen. */
function ConsentCell({ row: { consent } }: Cell) {
  const { t } = useTranslation();
  const said = t(`testimonials.list.consent.${consent}`);
  return consent === "given" ? <span className="soft">{said}</span> : <span className={`badge-dot ${styles.lacking}`}>{said}</span>;
}

function ConsentLacking({ row }: Cell) {
  return row.consent === "given" ? null : <ConsentCell row={row} />;
}

/** Who holds it, else whose it is. */
function People({ row }: Cell) {
  const { t } = useTranslation();
  const me = useMe();
  const person = row.locked ? { id: row.locked_id, name: row.locked_by } : row.assigned_to;
  if (!person) return <Nothing />;
  return (
    <span className={row.locked ? "row" : "row wide-only"} title={row.locked ? t("testimonials.list.heldBy", { name: person.name }) : person.name}>
      <Avatar name={person.name} me={person.id === me.id} />
      {row.locked && <Icon of={Lock} />}
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
