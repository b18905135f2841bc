import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Member } from "@/api/types";
import { ShareBar } from "@/components/chart/share-bar";
import { DutySwitch } from "@/components/desk/duty-switch";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import type { Figures } from "./use-figures";

interface Line extends Member {
  /** The items of whoever has most, against which the bars are drawn. */
  most: number;
}

interface Cell {
  row: Line;
}

const SHOWN = 8;
const itemsOf = ({ held, assigned }: Member): number => held + assigned;

const loadTable = declareTable<Line>({
  name: "dashboard-load",
  rowKey: ({ person }) => person.id,
  skeletons: 4,
  steps: false,
  columns: [
    { id: "person", header: "figures.load.person", Cell: Name, width: 156, grow: true },
    { id: "bar", header: "figures.load.bar", Cell: Bar, width: 72, quietHeader: true, priority: "low", narrow: "hidden" },
    { id: "holds", header: "figures.load.holds", Cell: Holds, width: 48, align: "end" },
    { id: "today", header: "figures.load.today", hint: "people.team.hints.today", Cell: Today, width: 60, align: "end" },
    { id: "duty", header: "figures.load.duty", Cell: Duty, width: 76 },
  ],
});

/** The load of each person, the largest first, and the people who are away while they still have items. */
export function LoadCard({ query }: { query: Figures }) {
  const { t } = useTranslation();
  const title = useId();
  const team = query.data?.team ?? undefined;
  const most = Math.max(1, ...(team ?? []).map(itemsOf));
  const first = team?.toSorted((one, other) => itemsOf(other) - itemsOf(one)).slice(0, SHOWN);
  const table = useTable(loadTable, useWhole(query, first?.map((member) => ({ ...member, most }))));
  const away = team?.filter((member) => !member.on_duty && itemsOf(member) > 0) ?? [];
  const onDuty = { shown: formatNumber(team?.filter((member) => member.on_duty).length ?? 0), all: formatNumber(team?.length ?? 0) };
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("figures.load.title")}</h2>
        {team && <span className="meta">{t("figures.load.onDuty", onDuty)}</span>}
        <span className="end" />
        <Link to={paths.team}>{t("figures.mine.all")}</Link>
      </div>
      <DataTable of={table} label={t("figures.load.title")} failed={t("figures.failed")} empty={null} />
      {away.length > 0 && (
        <ul className="card-foot stack-s soft">
          {away.map((member) => (
            <li key={member.person.id}>
              {t("figures.load.away", { count: itemsOf(member), name: member.person.name, shown: formatNumber(itemsOf(member)) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Name({ row: { person } }: Cell) {
  return (
    <span className="row">
      <Avatar name={person.name} />
      <bdi className="cut">{person.name}</bdi>
    </span>
  );
}

function Bar({ row: { held, assigned, overdue, most } }: Cell) {
  const { t } = useTranslation();
  const rest = Math.max(0, held + assigned - overdue);
  const heldInTime = Math.min(held, rest);
  const part = (key: "overdue" | "held" | "assigned", value: number) => t(`figures.load.${key}`, { shown: formatNumber(value) });
  return (
    <ShareBar
      of={most}
      parts={[
        { name: part("overdue", overdue), value: overdue, tone: "danger" },
        { name: part("held", heldInTime), value: heldInTime, tone: "dark" },
        { name: part("assigned", rest - heldInTime), value: rest - heldInTime, tone: "plain" },
      ]}
    />
  );
}

function Holds({ row }: Cell) {
  return formatNumber(itemsOf(row));
}

function Today({ row }: Cell) {
  return formatNumber(row.decided_today);
}

function Duty({ row }: Cell) {
  return <DutySwitch member={row} short />;
}
