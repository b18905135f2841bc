import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from "downshift";
import { Check } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FieldError } from "@/components/ui/field-error";
import { FieldLabel } from "@/components/ui/field-label";
import { Icon } from "@/components/ui/icon";

export interface PickerOption<Id> {
  id: Id;
  content: ReactNode;
  disabled?: boolean;
  /** Enter picks it only after the person has moved to it. */
  deliberate?: boolean;
  /** The heading above the option, such as favourites. Options of one group are adjacent. */
  group?: string;
}

interface PickerTexts {
  label: string;
  placeholder: string;
  /** The sentence for an empty list. */
  nothing: string;
}

interface Props<Id> {
  texts: PickerTexts;
  /** The typed filter. The page that shows the picker applies it, here or on the server; `below`: further filters. */
  search: { text: string; onType: (text: string) => void; below?: ReactNode };
  /** Undefined while loading. */
  options: readonly PickerOption<Id>[] | undefined;
  chosen: Id | null;
  onChoose: (id: Id) => void;
  required?: boolean | undefined;
  /** The sentence of the error. */
  error?: string | undefined;
  /** Options can be marked without being picked: by a click on their `data-mark` element, or by Shift+Enter. */
  marking?: Marking<Id>;
}

interface Marking<Id> {
  /** Says below the list how to mark. */
  hint: string;
  onMark: (id: Id) => void;
}

/**
 * Picks one option from a list that is always open, in a dialog or a panel: typing narrows the list, arrow keys move in
 * it, Enter or the pointer picks. The library provides roles and keys (decision 34).
 */
export function Picker<Id extends number | string>({ texts, search, options, chosen, onChoose, required, error, marking }: Props<Id>) {
  const { t } = useTranslation();
  const errorId = useId();
  const hintId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [movedTo, setMovedTo] = useState<Id | null>(null);
  // select the name of the chosen option, so that the next typed text replaces it
  useLayoutEffect(() => {
    const input = field.current?.querySelector("input");
    if (input === document.activeElement) input?.select();
  }, [chosen]);
  const items = [...(options ?? [])];
  const isDisabled = (option: PickerOption<Id>) => option.disabled === true;
  // found by id: results that load later may be placed before it
  const moved = items.findIndex(({ id }) => id === movedTo);
  const at = moved === -1 && items[0]?.deliberate !== true ? 0 : moved;
  const current = items[at];

  const { getLabelProps, getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<PickerOption<Id>>({
    items,
    isOpen: true,
    inputValue: search.text,
    selectedItem: null, // the list shows the chosen option, the field shows the typed text
    // nothing is highlighted if the first option is disabled, so that Enter never picks another person
    highlightedIndex: current && !isDisabled(current) ? at : -1,
    itemToString: (option) => String(option?.id ?? ""),
    itemToKey: (option) => option?.id,
    isItemDisabled: isDisabled,
    stateReducer: stayOpen,
    onHighlightedIndexChange: ({ highlightedIndex: next }) => setMovedTo(items[next]?.id ?? null),
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      setMovedTo(selectedItem.id); // a wider list may show it among others again
      onChoose(selectedItem.id);
    },
  });

  const option = (item: PickerOption<Id>, index: number) => (
    <div
      key={item.id}
      {...getItemProps({ item, index, onClick: marking && markByPointer(() => marking.onMark(item.id)) })}
      className="option"
      aria-selected={item.id === chosen}
      data-highlighted={index === highlightedIndex ? "" : undefined}
    >
      {item.content}
      {item.id === chosen && <Icon of={Check} />}
    </div>
  );
  const status = options ? (items.length === 0 ? texts.nothing : null) : error ? null : t("common.loading");
  return (
    <div className="field picker" ref={field}>
      <FieldLabel {...getLabelProps()} required={required}>
        {texts.label}
      </FieldLabel>
      <input
        {...getInputProps({
          onFocus: ({ currentTarget }) => currentTarget.select(),
          // at once: the library would report after a render, and the caret would jump to the end
          onChange: ({ currentTarget }) => {
            search.onType(currentTarget.value);
            setMovedTo(null);
          },
          onKeyDown: (event) => {
            const step = STEPS[event.key];
            // at once as well: a key that follows quickly refers to the new option
            if (step && items.length > 0) {
              takeOver(event);
              event.preventDefault();
              setMovedTo(next(items, EDGES.has(event.key) ? -1 : at, step));
            } else if (marking) markByKey(() => current && marking.onMark(current.id))(event);
          },
        })}
        className="input"
        type="search"
        aria-invalid={error ? true : undefined}
        aria-required={required ? true : undefined}
        aria-describedby={[error && errorId, marking && hintId].filter(Boolean).join(" ") || undefined}
        aria-keyshortcuts={marking && "Shift+Enter"}
        placeholder={texts.placeholder}
      />
      {search.below}
      <div {...getMenuProps({ "aria-label": texts.label })} className="picker-list">
        {groupsOf(items).map(({ group, members, from }) =>
          group === undefined ? (
            members.map((item, index) => option(item, from + index))
          ) : (
            <div key={group} role="group" aria-label={group}>
              <p className="menu-head meta" aria-hidden>
                {group}
              </p>
              {members.map((item, index) => option(item, from + index))}
            </div>
          ),
        )}
      </div>
      <p className={status ? "hint" : "sr"} role="status">
        {status}
      </p>
      {marking && (
        <p className="hint" id={hintId}>
          {marking.hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 };
/** The keys that move to the first or last option. */
const EDGES = new Set(["Home", "End"]);

/** The option that a step leads to, skipping disabled ones and wrapping at the ends; null if all are disabled. */
function next<Id>(items: readonly PickerOption<Id>[], from: number, step: number): Id | null {
  const start = from === -1 && step < 0 ? 0 : from;
  const ahead = items.map((_, index) => items.at((start + step * (index + 1)) % items.length));
  return ahead.find((option) => option && !option.disabled)?.id ?? null;
}

/** Suppresses the library's own handling of the event, which would pick, or move later. */
function takeOver(event: { nativeEvent: Event }) {
  Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
}

const markByPointer = (mark: () => void) => (event: MouseEvent) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-mark]")) return;
  takeOver(event);
  mark();
};

const markByKey = (mark: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter" || !event.shiftKey || event.ctrlKey || event.metaKey) return;
  takeOver(event);
  event.preventDefault();
  mark();
};

/** Picking, blur and Escape change neither the typed text nor the highlighted option: the list stays as it is. */
function stayOpen<Option>(
  state: UseComboboxState<Option>,
  { type, changes }: UseComboboxStateChangeOptions<Option>,
): Partial<UseComboboxState<Option>> {
  const { InputChange, InputKeyDownEnter, ItemClick, InputBlur, InputKeyDownEscape, MenuMouseLeave } = useCombobox.stateChangeTypes;
  if (type === InputKeyDownEnter || type === ItemClick) return { ...state, selectedItem: changes.selectedItem ?? null };
  if (type === InputChange) return { ...changes, highlightedIndex: state.highlightedIndex };
  return [InputBlur, InputKeyDownEscape, MenuMouseLeave].some((kept) => kept === type) ? state : changes;
}

interface Group<Id> {
  group: string | undefined;
  members: PickerOption<Id>[];
  /** The index of the group's first option in the whole list. */
  from: number;
}

function groupsOf<Id>(items: readonly PickerOption<Id>[]): Group<Id>[] {
  const groups: Group<Id>[] = [];
  items.forEach((item, from) => {
    const last = groups.at(-1);
    if (last && last.group === item.group) last.members.push(item);
    else groups.push({ group: item.group, members: [item], from });
  });
  return groups;
}
