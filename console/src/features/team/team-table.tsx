import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Member, Person, TaskRow } from "@/api/types";
import { HandOut } from "@/components/desk/hand-out";
import { DataTable } from "@/components/table/data-table";
import { useHeldOrder } from "@/components/table/held-order";
import type { OwnSelection } from "@/components/table/selection";
import { nameOfSort, sortRows, useSortInAddress } from "@/components/table/sorting";
import type { Source } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";

import { itemsOf, MostItems, teamTable } from "./columns";
import { MemberItems } from "./member-items";
import styles from "./team.module.css";

interface Props {
  team: Source<Member>;
  selection: OwnSelection<TaskRow>;
  /** Called when dragged items are dropped on a person. */
  onDrop: (to: Person) => void;
}

const AT_FIRST = 40;
const FEW = 9; // from more people on, a search field is shown

/** The people, those with the most work first, in a stable order; beyond the first 40 on request. */
export function TeamTable({ team, selection, onDrop }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [all, setAll] = useState(false);
  const sorting = useSortInAddress(teamTable);
  const rowProps = useDrop(selection.rows.length > 0, onDrop);

  // the duty switch is in the row, so the row must not move when it is pressed
  const order = useHeldOrder(
    team.rows,
    teamTable.rowKey,
    (rows) => sortRows(teamTable.columns, rows.toSorted(byLoad), sorting.current),
    nameOfSort(sorting.current),
  );
  const matching = order.rows?.filter(({ person }) => person.name.toLowerCase().includes(words.trim().toLowerCase()));
  const shown = all ? matching : matching?.slice(0, AT_FIRST);
  const more = matching && shown && matching.length > shown.length ? { load: () => setAll(true), loading: false } : undefined;
  const table = useTable(
    teamTable,
    { ...team, rows: shown, more },
    {
      sorting: { ...sorting, held: order },
      total: matching,
      details: (member) => <MemberItems member={member} selection={selection} />,
      rowProps,
    },
  );
  return (
    <section className={`card ${styles.people}`} aria-label={t("team.people")}>
      <TableTools
        of={table}
        title={t("team.people")}
        filters={
          (team.rows?.length ?? 0) >= FEW && <input
            className={`input ${styles.find}`}
            type="search"
            aria-label={t("team.find")}
            placeholder={t("people.picker.hint")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        }
      >
        <HandOut />
      </TableTools>
      <MostItems value={Math.max(...(team.rows ?? []).map(itemsOf))}>
        <DataTable
          of={table}
          label={t("team.people")}
          failed={t("team.failed")}
          empty={<p className="card-body dim">{t("team.nobody")}</p>}
          more={t("team.all", { count: matching?.length ?? 0 })}
        />
      </MostItems>
    </section>
  );
}

/** The most work first; among equals people on duty, then by name. */
function byLoad(first: Member, other: Member): number {
  return (
    itemsOf(other) - itemsOf(first) || Number(other.on_duty) - Number(first.on_duty) || first.person.name.localeCompare(other.person.name)
  );
}

/** A person's row accepts dragged items while the person is on duty. */
function useDrop(dragging: boolean, onDrop: (to: Person) => void): (member: Member) => ComponentProps<"tr"> {
  const [over, setOver] = useState<number | null>(null);
  return ({ person, on_duty: onDuty }) => ({
    className: over === person.id ? styles.over : undefined,
    onDragOver: (event) => {
      if (!dragging || !onDuty) return;
      event.preventDefault();
      setOver(person.id);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event) => {
      event.preventDefault();
      setOver(null);
      onDrop(person);
    },
  });
}
