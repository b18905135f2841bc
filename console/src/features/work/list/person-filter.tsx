import { useTranslation } from "react-i18next";

import type { Person } from "@/api/types";
import { ChipMenu } from "@/components/desk/chip-menu";

import type { ListedTask } from "../merge-pages";
import type { Filters } from "../view";

interface Props {
  filters: Filters;
  tasks: readonly ListedTask[];
  onChange: (change: Partial<Filters>) => void;
}

const ALL = "all";

/** Narrows the list to what one person has. The people are those of the rows that are shown. */
export function PersonFilter({ filters: { person }, tasks, onChange }: Props) {
  const { t } = useTranslation();
  const people = peopleIn(tasks);
  if (person !== null && !people.has(person)) people.set(person, t("people.filter.number", { id: person }));
  const named = [...people].map(([id, name]) => ({ value: String(id), label: name }));
  return (
    <ChipMenu
      label={t("people.filter.person")}
      idle={t("people.filter.person")}
      value={person === null ? ALL : String(person)}
      options={[
        { value: ALL, label: t("people.filter.everybody") },
        ...named.sort((one, other) => one.label.localeCompare(other.label)),
      ]}
      onChange={(value) => onChange({ person: value === ALL ? null : Number(value) })}
    />
  );
}

function peopleIn(tasks: readonly ListedTask[]): Map<number, string> {
  const people = new Map<number, string>();
  const add = ({ id, name }: Person) => people.set(id, name);
  for (const { row } of tasks) {
    if (row.assigned_to) add(row.assigned_to);
    if (row.locked) add({ id: row.locked_id, name: row.locked_by });
  }
  return people;
}
