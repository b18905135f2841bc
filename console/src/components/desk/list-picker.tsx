import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

import { Icon } from "@/components/ui/icon";

export interface PickerOption<Id> {
  id: Id;
  content: ReactNode;
  disabled?: boolean;
}

interface Props<Id> {
  label: string;
  placeholder: string;
  /** What narrows the list; whoever shows the picker decides how. */
  words: string;
  onWords: (words: string) => void;
  /** Undefined while they are on their way. */
  options: readonly PickerOption<Id>[] | undefined;
  /** The sentence for a list in which nothing is left. */
  nothing: string;
  chosen: Id | null;
  onChoose: (id: Id) => void;
  /** The sentence that says what is wrong. */
  error?: string | undefined;
}

/** One of many: typed words narrow the list, arrows move in it, Enter chooses; the pointer chooses as well. */
export function ListPicker<Id extends number | string>({
  label,
  placeholder,
  words,
  onWords,
  options,
  nothing,
  chosen,
  onChoose,
  error,
}: Props<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const shown = options ?? [];
  const active = shown[Math.min(at, shown.length - 1)];

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0 && shown.length > 0) {
      const to = (Math.min(at, shown.length - 1) + step + shown.length) % shown.length;
      setAt(to);
      list.current?.children[to]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (active && !active.disabled) onChoose(active.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
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
        placeholder={placeholder}
        value={words}
        onChange={(event) => {
          onWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className="picker-list" id={`${id}-list`} ref={list} role="listbox" aria-label={label}>
        {shown.map((option) => (
          // the field above has the focus and the keys; here the pointer chooses
          <button
            key={option.id}
            type="button"
            tabIndex={-1}
            id={`${id}-${option.id}`}
            className="option"
            role="option"
            aria-selected={option.id === chosen}
            aria-disabled={option.disabled ? true : undefined}
            data-highlighted={option.id === active?.id ? "" : undefined}
            onClick={() => !option.disabled && onChoose(option.id)}
          >
            {option.content}
            {option.id === chosen && <Icon of={Check} />}
          </button>
        ))}
      </div>
      {options && shown.length === 0 && <p className="hint">{nothing}</p>}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
