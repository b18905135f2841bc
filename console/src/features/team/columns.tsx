import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";
import { ShareBar } from "@/components/chart/share-bar";
import { Sparkline } from "@/components/chart/sparkline";
import { DutySwitch } from "@/components/desk/duty-switch";
import { type Column, declareTable, type SortValue } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { Nothing } from "@/components/ui/nothing";
import { useUser } from "@/features/session/session-context";
import { formatNumber, formatSpan } from "@/lib/dates";
import type { people } from "@/lib/words/en/people";

import styles from "./team.module.css";

interface Cell {
  row: Member;
}

type FigureName = keyof typeof people.team.columns;

/** One figure of a person: how it looks, by what it sorts, and what it is for all of them. */
function figure(
  id: FigureName,
  width: number,
  sort: (member: Member) => SortValue,
  look: (member: Member) => ReactNode,
  total?: (members: readonly Member[]) => ReactNode,
  more: Pick<Column<Member>, "priority" | "wide"> = {},
): Column<Member> {
  const Figure = ({ row }: Cell) => look(row);
  const Total = total && (({ rows }: { rows: readonly Member[] }) => total(rows));
  return { id, header: `people.team.columns.${id}`, hint: `people.team.hints.${id}`, Cell: Figure, width, align: "end", sort, ...more, ...(Total && { Total }) };
}

const NONE = <Nothing />;
const span = (seconds: number | null) => (seconds === null ? NONE : formatSpan(seconds));

/** A zero is there, and says little: it is quiet. */
const counted = (number: number): ReactNode => (number > 0 ? formatNumber(number) : <span className="dim">0</span>);

const sumOf = (members: readonly Member[], of: (member: Member) => number): number => members.reduce((sum, member) => sum + of(member), 0);

/** A number of items or decisions: its total is the sum. */
const number = (id: FigureName, width: number, of: (member: Member) => number, look = counted, more = {}): Column<Member> =>
  figure(id, width, of, (member) => look(of(member)), (members) => look(sumOf(members, of)), more);

/** What a narrow table leaves out first: the others stay in their row. */
const LOW = { priority: "low" } as const;

const late = (overdue: number): ReactNode => (overdue > 0 ? <span className="sla sla-over">{formatNumber(overdue)}</span> : counted(0));
const percent = (share: number | null): ReactNode => (share === null ? NONE : `${Math.round(share * 100)}%`);
export const itemsOf = ({ held, assigned }: Member): number => held + assigned;
const ownOf = ({ decided_lately: decided, batched_lately: batched }: Member): number => decided - batched;
const meanOf = (sum: number, count: number): number | null => (count > 0 ? sum / count : null);

/** A person, on duty or not, how much, how old, how fast. */
export const teamTable = declareTable<Member>({
  name: "team",
  rowKey: ({ person }) => person.id,
  columns: [
    { id: "person", header: "people.filter.person", Cell: PersonName, Total: Everybody, width: 208, grow: true, sort: ({ person }) => person.name, fromA: true },
    { id: "duty", header: "people.duty.title", Cell: Duty, Total: OnDuty, width: 112, sort: (member) => Number(member.on_duty) },
    figure("load", 120, itemsOf, (member) => <Load member={member} />, (members) => counted(sumOf(members, itemsOf))),
    number("overdue", 76, (member) => member.overdue, late),
    // the oldest is the one that waits longest
    figure("oldest", 84, ({ oldest_at: at }) => at && -Date.parse(at), ({ oldest_at: at }) => ageOf(at), (members) => ageOf(oldestOf(members)), LOW),
    figure("average", 96, (member) => member.average_age_seconds, (member) => span(member.average_age_seconds), (members) =>
      span(meanOf(sumOf(members, (member) => (member.average_age_seconds ?? 0) * itemsOf(member)), sumOf(members, itemsOf))),
      LOW,
    ),
    figure(
      "today",
      64,
      (member) => member.decided_today,
      (member) => <Today of={[member]} />,
      (members) => <Today of={members} />,
      { wide: 148 },
    ),
    figure("lately", 132, ({ decided_lately: decided }) => decided, (member) => <Lately of={[member]} />, (members) => <Lately of={members} />),
    figure("median", 68, (member) => member.median_seconds, (member) => span(member.median_seconds), undefined, LOW),
    figure("rejected", 72, (member) => member.rejected_share, (member) => percent(member.rejected_share), (members) =>
      percent(meanOf(sumOf(members, (member) => (member.rejected_share ?? 0) * ownOf(member)), sumOf(members, ownOf))),
      LOW,
    ),
    number("skipped", 76, (member) => member.skipped_today, counted, LOW),
  ],
});

/** The most items that one of the team has: the bars of all compare. */
export const MostItems = createContext(1);

/** The overdue items, then those taken and assigned, as on the dashboard. */
function Load({ member }: { member: Member }) {
  const { t } = useTranslation();
  const most = useContext(MostItems);
  const { overdue } = member;
  const items = itemsOf(member);
  const rest = Math.max(0, items - overdue);
  const held = Math.min(member.held, rest);
  return (
    <span className={styles.load} title={t("people.team.load", { held: formatNumber(member.held), assigned: formatNumber(member.assigned) })}>
      <ShareBar
        of={Math.max(most, 1)}
        parts={[
          { name: t("people.figures.overdue", { count: overdue }), value: overdue, tone: "danger" },
          { name: t("people.team.held", { number: formatNumber(held) }), value: held, tone: "dark" },
          { name: t("people.team.assigned", { number: formatNumber(rest - held) }), value: rest - held, tone: "plain" },
        ]}
      />
      {counted(items)}
    </span>
  );
}

/** Decisions of today, and how many of them batches made. */
function Today({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const batched = sumOf(of, (member) => member.batched_today);
  const inBatches = batched > 0 ? t("people.team.inBatches", { number: formatNumber(batched) }) : "";
  return (
    <span title={inBatches}>
      {counted(sumOf(of, (member) => member.decided_today))}
      {inBatches && <span className={`meta not-paper ${styles.batched}`}> {inBatches}</span>}
    </span>
  );
}

/** Decisions of seven days, beside the line of two weeks. */
function Lately({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const days = (of[0]?.by_day ?? []).map((_, day) => sumOf(of, (member) => member.by_day[day] ?? 0));
  const whole = days.reduce((sum, one) => sum + one, 0);
  return (
    <span className={styles.lately}>
      <Sparkline values={days} label={t("people.team.trend", { count: whole, number: formatNumber(whole), days: days.map(formatNumber).join(", ") })} />
      <span>{counted(sumOf(of, (member) => member.decided_lately))}</span>
    </span>
  );
}

const ageOf = (at: string | null): ReactNode => (at ? <Age at={at} /> : NONE);

function oldestOf(members: readonly Member[]): string | null {
  return members.flatMap(({ oldest_at: at }) => at ?? []).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

function Everybody({ rows }: { rows: readonly Member[] }) {
  return useTranslation().t("people.team.total", { number: formatNumber(rows.length) });
}

function OnDuty({ rows }: { rows: readonly Member[] }) {
  return useTranslation().t("people.team.totalDuty", { number: formatNumber(rows.filter((member) => member.on_duty).length) });
}

function PersonName({ row: { person } }: Cell) {
  const { t } = useTranslation();
  const isMe = useUser().id === person.id;
  return (
    <>
      <Avatar name={person.name} me={isMe} />
      <bdi className="strong cut" title={person.name}>
        {person.name}
      </bdi>
      {isMe && <span className="sr">{t("people.team.you")}</span>}
    </>
  );
}

function Duty({ row }: Cell) {
  return <DutySwitch member={row} />;
}
