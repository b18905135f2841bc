import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Member } from "@/api/types";
import { LoadBar } from "@/components/chart/load-bar";
import { DutySwitch } from "@/components/desk/duty-switch";
import { HandOut } from "@/components/desk/hand-out";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import type { Figures } from "./use-figures";

interface Line extends Member {
  /** The largest load of any person, the full width of a bar. */
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
    { id: "person", header: "figures.load.person", Cell: Name, width: 164 },
    { id: "bar", header: "figures.load.bar", Cell: Bar, width: 68, grow: true, quietHeader: true, priority: "low", narrow: "hidden" },
    { id: "holds", header: "figures.load.holds", Cell: Holds, width: 48, align: "end" },
    { id: "today", header: "figures.load.today", hint: "figures.load.hint", Cell: Today, width: 60, align: "end" },
    { id: "duty", header: "figures.load.duty", Cell: Duty, width: 72 },
  ],
});

/** The load of each person, largest first, including absent people who still have items. */
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
        <HandOut />
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

function Bar({ row }: Cell) {
  return <LoadBar of={row} most={row.most} />;
}

function Holds({ row }: Cell) {
  return (
    <>
      {formatNumber(itemsOf(row))}
      {row.overdue > 0 && <Overdue count={row.overdue} />}
    </>
  );
}

function Overdue({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <span className="sla-over" title={t("people.figures.overdue", { count })}>
      {" "}
      {formatNumber(count)}
    </span>
  );
}

/** Today's single decisions, followed by those in batches. */
function Today({ row: { decided_today: decided, batched_today: batched } }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      {formatNumber(decided - batched)}
      {batched > 0 && <span className="meta"> {t("figures.load.batched", { shown: formatNumber(batched) })}</span>}
    </>
  );
}

function Duty({ row }: Cell) {
  return <DutySwitch member={row} short />;
}
