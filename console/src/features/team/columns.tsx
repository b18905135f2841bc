import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";
import { type Column, declareTable, type SortValue } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { useUser } from "@/features/session/session-context";
import { formatNumber, formatSpan } from "@/lib/dates";
import type { people } from "@/lib/words/en/people";

import { DutySwitch } from "./duty-switch";

interface Cell {
  row: Member;
}

type FigureName = keyof typeof people.team.columns;

/** One figure of a person: how it looks, and by what it sorts. */
function figure(id: FigureName, width: number, sort: (member: Member) => SortValue, look: (member: Member) => ReactNode): Column<Member> {
  const Figure = ({ row }: Cell) => look(row);
  return { id, header: `people.team.columns.${id}`, hint: `people.team.hints.${id}`, Cell: Figure, width, align: "end", sort };
}

const NONE = <span className="dim">–</span>;
const span = (seconds: number | null) => (seconds === null ? NONE : formatSpan(seconds));

/** A zero is there, and says little: it is quiet. */
const counted = (number: number): ReactNode => (number > 0 ? formatNumber(number) : <span className="dim">0</span>);

/** A person, on duty or not, how much, how old, how fast. */
export const teamTable = declareTable<Member>({
  name: "team",
  rowKey: ({ person }) => person.id,
  columns: [
    { id: "person", header: "people.filter.person", Cell: PersonName, width: 192, grow: true, sort: ({ person }) => person.name, fromA: true },
    { id: "duty", header: "people.duty.title", Cell: Duty, width: 120, sort: (member) => Number(member.on_duty) },
    figure("held", 68, (member) => member.held, (member) => counted(member.held)),
    figure("assigned", 72, (member) => member.assigned, (member) => counted(member.assigned)),
    figure("overdue", 80, (member) => member.overdue, ({ overdue }) =>
      overdue > 0 ? <span className="sla sla-over">{formatNumber(overdue)}</span> : counted(0),
    ),
    // the oldest is the one that waits longest
    figure("oldest", 76, ({ oldest_at: at }) => at && -Date.parse(at), ({ oldest_at: at }) => (at ? <Age at={at} /> : NONE)),
    figure("average", 96, (member) => member.average_age_seconds, (member) => span(member.average_age_seconds)),
    figure("today", 64, (member) => member.decided_today, (member) => counted(member.decided_today)),
    figure("lately", 68, (member) => member.decided_lately, (member) => counted(member.decided_lately)),
    figure("median", 72, (member) => member.median_seconds, (member) => span(member.median_seconds)),
    figure("share", 112, (member) => member.rejected_share, ({ skipped_today: skipped, rejected_share: share }) => (
      <>
        {counted(skipped)} <span className="dim">/</span> {share === null ? NONE : `${Math.round(share * 100)}%`}
      </>
    )),
  ],
});

function PersonName({ row: { person } }: Cell) {
  const { t } = useTranslation();
  const isMe = useUser().id === person.id;
  return (
    <>
      <Avatar name={person.name} me={isMe} />
      <bdi className="strong">{isMe ? t("people.picker.me", { name: person.name }) : person.name}</bdi>
    </>
  );
}

function Duty({ row }: Cell) {
  return <DutySwitch member={row} />;
}
