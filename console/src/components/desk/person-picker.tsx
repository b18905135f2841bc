import { Check } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Colleague } from "@/api/types";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";

import { inOrder } from "./people-order";

interface Props {
  /** Undefined while they are on their way. */
  people: readonly Colleague[] | undefined;
  me: number;
  chosen: number | null;
  onChoose: (id: number) => void;
  /** The sentence that says what is wrong. */
  error?: string | undefined;
}

/** One colleague by name: typed words narrow the list, arrows move in it, Enter chooses. Who is off duty cannot be chosen. */
export function PersonPicker({ people, me, chosen, onChoose, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const shown = inOrder(people ?? [], words, me);
  const active = shown[Math.min(at, shown.length - 1)];

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0 && shown.length > 0) {
      const to = (Math.min(at, shown.length - 1) + step + shown.length) % shown.length;
      setAt(to);
      list.current?.children[to]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (active?.on_duty) onChoose(active.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="field picker">
      <label htmlFor={id}>{t("people.picker.label")}</label>
      <input
        id={id}
        className="input"
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoComplete="off"
        autoFocus
        placeholder={t("people.picker.hint")}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className="picker-list" id={`${id}-list`} ref={list} role="listbox" aria-label={t("people.picker.label")}>
        {shown.map((person) => (
          // the field above has the focus and the keys; here the pointer chooses
          <button
            key={person.id}
            type="button"
            tabIndex={-1}
            id={`${id}-${person.id}`}
            className="option"
            role="option"
            aria-selected={person.id === chosen}
            aria-disabled={person.on_duty ? undefined : true}
            data-highlighted={person.id === active?.id ? "" : undefined}
            onClick={() => person.on_duty && onChoose(person.id)}
          >
            <Avatar name={person.name} me={person.id === me} />
            <bdi className="cut">{person.id === me ? t("people.picker.me", { name: person.name }) : person.name}</bdi>
            <span className="end" />
            {!person.on_duty && <span className="meta">{t("people.picker.offDuty")}</span>}
            {person.id === chosen && <Icon of={Check} />}
          </button>
        ))}
      </div>
      {people && shown.length === 0 && <p className="hint">{t("people.picker.nobody")}</p>}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
