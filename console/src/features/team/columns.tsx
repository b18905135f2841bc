import { createContext, Fragment, type ReactNode, useContext } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { Member } from "@/api/types";
import { LoadBar } from "@/components/chart/load-bar";
import { Sparkline } from "@/components/chart/sparkline";
import { DutySwitch } from "@/components/desk/duty-switch";
import { type Column, declareTable, type SortValue } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { Nothing } from "@/components/ui/nothing";
import { useUser } from "@/features/session/session-context";
import { formatNumber, formatSpan } from "@/lib/dates";
import type { team } from "@/lib/words/en/team";

import styles from "./team.module.css";

interface Cell {
  row: Member;
}

type FigureName = keyof typeof team.columns;

/** A column for one figure of a person: its look, its sort value, and its total. */
function figure(
  id: FigureName,
  width: number,
  sort: (member: Member) => SortValue,
  look: (member: Member) => ReactNode,
  total?: (members: readonly Member[]) => ReactNode,
  more: Pick<Column<Member>, "priority" | "narrow" | "Line" | "TotalLine"> = {},
): Column<Member> {
  const Figure = ({ row }: Cell) => look(row);
  const Total = total && (({ rows }: { rows: readonly Member[] }) => total(rows));
  return { id, header: `team.columns.${id}`, hint: `team.hints.${id}`, Cell: Figure, width, align: "end", sort, ...more, ...(Total && { Total }) };
}

const NONE = <Nothing />;
const span = (seconds: number | null) => (seconds === null ? NONE : formatSpan(seconds));

/** A zero is dimmed. */
const counted = (number: number): ReactNode => (number > 0 ? formatNumber(number) : <span className="dim">0</span>);

const sumOf = (members: readonly Member[], of: (member: Member) => number): number => members.reduce((sum, member) => sum + of(member), 0);

/** A column for a number of items or decisions; its total is the sum. */
const number = (id: FigureName, width: number, of: (member: Member) => number, look = counted, more = {}): Column<Member> =>
  figure(id, width, of, (member) => look(of(member)), (members) => look(sumOf(members, of)), more);

/** Hidden first in a narrow table. */
const LOW = { priority: "low" } as const;

const late = (overdue: number): ReactNode => (overdue > 0 ? <span className="sla sla-over">{formatNumber(overdue)}</span> : counted(0));
const percent = (share: number | null): ReactNode => (share === null ? NONE : `${Math.round(share * 100)}%`);
export const itemsOf = ({ held, assigned }: Member): number => held + assigned;
/** Decided individually, not in batches. */
const todayOf = ({ decided_today: decided, batched_today: batched }: Member): number => decided - batched;
const ownOf = ({ decided_lately: decided, batched_lately: batched }: Member): number => decided - batched;
const rejectedOf = (members: readonly Member[]): number | null => meanOf(sumOf(members, (member) => (member.rejected_share ?? 0) * ownOf(member)), sumOf(members, ownOf));
const meanOf = (sum: number, count: number): number | null => (count > 0 ? sum / count : null);

/** The columns of a person: duty, number of items, their age, speed. */
export const teamTable = declareTable<Member>({
  name: "team",
  rowKey: ({ person }) => person.id,
  columns: [
    { id: "person", header: "people.filter.person", Cell: PersonName, Total: Everybody, width: 200, grow: true, narrow: "name", sort: ({ person }) => person.name, fromA: true },
    { id: "duty", header: "people.duty.title", Cell: Duty, Total: OnDuty, width: 108, narrow: "beside", Line: ({ row }) => <DutySwitch member={row} short />, sort: (member) => Number(member.on_duty) },
    figure("load", 112, itemsOf, (member) => <Load member={member} />, (members) => counted(sumOf(members, itemsOf)), {
      narrow: "line",
      Line: LoadLine,
      TotalLine: ({ rows }) => <Items of={rows} />,
    }),
    number("overdue", 76, (member) => member.overdue, late),
    // sorted by waiting time, so the oldest counts as largest
    figure("oldest", 84, ({ oldest_at: at }) => at && -Date.parse(at), ({ oldest_at: at }) => ageOf(at), (members) => ageOf(oldestOf(members)), {
      ...LOW,
      narrow: "end",
      Line: ({ row }) => <OldestLine at={row.oldest_at} />,
      TotalLine: ({ rows }) => <OldestLine at={oldestOf(rows)} />,
    }),
    figure("average", 92, (member) => member.average_age_seconds, (member) => span(member.average_age_seconds), (members) =>
      span(meanOf(sumOf(members, (member) => (member.average_age_seconds ?? 0) * itemsOf(member)), sumOf(members, itemsOf))),
      LOW,
    ),
    figure("today", 104, todayOf, (member) => <Today of={[member]} />, (members) => <Today of={members} />),
    figure("lately", 132, ownOf, (member) => <Lately of={[member]} />, (members) => <Lately of={members} />, {
      narrow: "last",
      Line: ({ row }) => <Summary of={[row]} />,
      TotalLine: ({ rows }) => <Summary of={rows} />,
    }),
    figure("median", 68, (member) => member.median_seconds, (member) => span(member.median_seconds), () => NONE, LOW),
    figure("rejected", 76, (member) => member.rejected_share, (member) => percent(member.rejected_share), (members) => percent(rejectedOf(members)), LOW),
    number("skipped", 72, (member) => member.skipped_today, counted, LOW),
  ],
});

/** The largest number of items of any person: all bars use this scale. */
export const MostItems = createContext(1);

/** The person's items, overdue first, as on the dashboard. */
function Load({ member }: { member: Member }) {
  return (
    <span className={styles.load} title={useLoad(member)}>
      <LoadBar of={member} most={useContext(MostItems)} />
      {counted(itemsOf(member))}
    </span>
  );
}

function useLoad({ held, assigned }: Member): string {
  return useTranslation().t("team.load", { held: formatNumber(held), assigned: formatNumber(assigned) });
}

function LoadLine({ row }: Cell) {
  return (
    <span className={styles.loadLine} title={useLoad(row)}>
      <LoadBar of={row} most={useContext(MostItems)} />
      <Items of={[row]} />
    </span>
  );
}

/** `4, 1 overdue` */
function Items({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const overdue = sumOf(of, (member) => member.overdue);
  return (
    <span className="nowrap">
      {counted(sumOf(of, itemsOf))}
      {overdue > 0 && <span className="sla-over">, {t("people.figures.overdue", { count: overdue })}</span>}
    </span>
  );
}

function OldestLine({ at }: { at: string | null }) {
  return (
    at && (
      <span className="nowrap">
        <Trans i18nKey="team.oldestOf" components={{ age: <Age at={at} /> }} />
      </span>
    )
  );
}

/** The decisions in one line of text. */
function Summary({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const rejected = rejectedOf(of);
  const facts = [
    t("team.lineToday", { number: formatNumber(sumOf(of, todayOf)) }),
    t("team.lineLately", { number: formatNumber(sumOf(of, ownOf)) }),
    ...(rejected === null ? [] : [t("team.lineRejected", { share: `${Math.round(rejected * 100)}%` })]),
  ];
  return (
    <span className={`meta ${styles.summary}`}>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          <span className={index > 0 ? "dot nowrap" : "nowrap"}>{fact}</span>{" "}
        </Fragment>
      ))}
    </span>
  );
}

/** Today's individual decisions, and below them the number made in batches. */
function Today({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const batched = sumOf(of, (member) => member.batched_today);
  return (
    <span className="nowrap">
      {counted(sumOf(of, todayOf))}
      {batched > 0 && <span className={`not-paper ${styles.batched}`}>{t("team.inBatches", { number: formatNumber(batched) })}</span>}
    </span>
  );
}

/** Decisions of seven days, beside a sparkline of two weeks. */
function Lately({ of }: { of: readonly Member[] }) {
  const { t } = useTranslation();
  const days = (of[0]?.by_day ?? []).map((_, day) => sumOf(of, (member) => member.by_day[day] ?? 0));
  const whole = days.reduce((sum, one) => sum + one, 0);
  return (
    <span className={styles.lately}>
      <Sparkline values={days} label={t("team.trend", { count: whole, number: formatNumber(whole), days: days.map(formatNumber).join(", ") })} />
      <span>{counted(sumOf(of, ownOf))}</span>
    </span>
  );
}

const ageOf = (at: string | null): ReactNode => (at ? <Age at={at} /> : NONE);

function oldestOf(members: readonly Member[]): string | null {
  return members.flatMap(({ oldest_at: at }) => at ?? []).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

function Everybody({ rows }: { rows: readonly Member[] }) {
  return useTranslation().t("team.total", { number: formatNumber(rows.length) });
}

function OnDuty({ rows }: { rows: readonly Member[] }) {
  return useTranslation().t("team.totalDuty", { number: formatNumber(rows.filter((member) => member.on_duty).length) });
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
      {isMe && <span className="sr">{t("team.you")}</span>}
    </>
  );
}

function Duty({ row }: Cell) {
  return <DutySwitch member={row} />;
}
