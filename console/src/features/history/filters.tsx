import type { TFunction } from "i18next";
import { use, useId } from "react";
import { useTranslation } from "react-i18next";

import type { HistoryChoices } from "@/api/types";
import { BarRoom, USUAL_ROOM } from "@/components/table/bar-room";
import { ChoiceFilter, daysOf, FilterBar, Fold, Panel, PeriodFilter } from "@/components/table/filter-fields";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import { subjectName } from "./subject";
import { useActionWords } from "./use-action-words";
import { EVERYTHING, isNarrowed, type View, writeView } from "./view";

const WHOLE_ROOM = 1400; // px, from which all filters fit in one line

interface Props {
  view: View;
  choices: HistoryChoices | undefined;
  onChange: (change: Partial<View>) => void;
  onClear: () => void;
}

/**
 * The filters of history besides words; they apply at once. If not all fit, person, action and period stay in the bar
 * and the others fold.
 */
export function Filters({ view, choices, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const options = useOptions(choices, view.person);
  const choice = (name: keyof typeof options, value: string, choose: (value: string) => void) => (
    <ChoiceFilter
      key={name}
      label={t(`history.filter.${name}`)}
      all={t(`history.filter.all.${name}`)}
      value={value}
      options={options[name]}
      onChange={choose}
    />
  );
  const named = (name: "action" | "outcome" | "reason" | "queue" | "kind") => choice(name, view[name], (value) => onChange({ [name]: value }));
  const width = use(BarRoom);
  const isSplit = width >= USUAL_ROOM && width < WHOLE_ROOM;
  const first = [
    choice("person", view.person === null ? "" : String(view.person), (value) => onChange({ person: value ? Number(value) : null })),
    named("action"),
    <PeriodFilter key="days" from={view.from} to={view.to} onChange={onChange} />,
  ];
  const folded = isSplit ? { ...view, person: null, action: "", from: "", to: "" } : view;
  const clear = isNarrowed(view) && (
    <Button size="s" tone="quiet" onClick={onClear}>
      {t("history.filter.clear")}
    </Button>
  );
  return (
    <>
      {isSplit && first}
      <FilterBar label={t("history.filter.label")} chosen={writeView({ ...folded, q: EVERYTHING.q }).size} room={WHOLE_ROOM}>
        {!isSplit && first}
        {named("outcome")}
        {named("reason")}
        {named("queue")}
        {named("kind")}
        <Fold label={itemOf(view, t)} on={view.subject !== "" || view.process !== null}>
          <Panel>
            <NumberField
              label={t("history.filter.review")}
              value={Number(view.subject.split(":")[1]) || null}
              onChange={(id) => onChange({ subject: id === null ? "" : `review:${id}` })}
            />
            <NumberField label={t("history.filter.process")} value={view.process} onChange={(process) => onChange({ process })} />
          </Panel>
        </Fold>
        {!isSplit && clear}
      </FilterBar>
      {isSplit && clear}
    </>
  );
}

/** The options of each filter, with labels. */
function useOptions(choices: HistoryChoices | undefined, person: number | null) {
  const { t } = useTranslation();
  const { queues } = useDesk();
  const titles = useTitles();
  const actionWords = useActionWords();
  const people = choices?.people ?? [];
  // an erased person is missing in the list of people
  const erased = choices && person !== null && !people.some(({ id }) => id === person) ? [{ id: person, name: t("history.filter.erased", { id: person }) }] : [];
  return {
    person: [...people, ...erased].map(({ id, name }) => ({ value: String(id), label: name })),
    kind: (choices?.kinds ?? []).map(({ name, title }) => ({ value: name, label: title })),
    queue: queues.filter((queue) => !queue.view).map(({ name }) => ({ value: name, label: titles.queue(name) })),
    action: (choices?.actions ?? [])
      .map((name) => ({ value: name, label: actionWords(name) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    outcome: (choices?.outcomes ?? []).map(({ name, title }) => ({ value: name, label: title })),
    reason: (choices?.reasons ?? []).map(({ name, title }) => ({ value: name, label: title })),
  };
}

/**
 * The filters as text, for paper, where the controls are hidden; also says if only a part of the entries is printed.
 */
export function OnPaper({ view, choices, part }: Pick<Props, "view" | "choices"> & { part: number | null }) {
  const { t } = useTranslation();
  const options = useOptions(choices, view.person);
  const labelOf = (name: keyof typeof options, value: string) => options[name].find((option) => option.value === value)?.label ?? value;
  const chosen = [
    [t("history.filter.q"), view.q],
    [t("history.filter.person"), view.person === null ? "" : labelOf("person", String(view.person))],
    ...(["action", "outcome", "reason", "queue", "kind"] as const).map((name) => [t(`history.filter.${name}`), labelOf(name, view[name])] as const),
    [t("table.period.days"), daysOf(view, t) ?? ""],
    [t("history.filter.item"), view.subject !== "" || view.process !== null ? itemOf(view, t) : ""],
  ] as const;
  const said = chosen.filter(([, value]) => value !== "").map(([name, value]) => t("history.paper.filter", { name, value }));
  return [...said, part !== null && t("history.paper.part", { number: formatNumber(part) })].map(
    (line) =>
      line && (
        <p key={line} className="paper-only" dir="auto">
          {line}
        </p>
      ),
  );
}

function itemOf({ subject, process }: View, t: TFunction): string {
  const [thing = "", id = ""] = subject.split(":");
  if (process !== null) return t("history.filter.ofProcess", { id: process });
  if (subject) return subjectName({ thing, id }, t);
  return t("history.filter.item");
}

interface NumberProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** The number of an item. It applies when the field is left, or on Enter. */
function NumberField({ label, value, onChange }: NumberProps) {
  const id = useId();
  const apply = (text: string) => {
    const number = /^[1-9]\d{0,15}$/.test(text.trim()) ? Number(text) : null;
    if (number !== value) onChange(number);
  };
  return (
    <>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <input
        key={value ?? ""}
        id={id}
        className="input"
        inputMode="numeric"
        maxLength={16}
        defaultValue={value ?? ""}
        onBlur={({ target }) => apply(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(event.currentTarget.value);
        }}
      />
    </>
  );
}
