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
  /** Enter chooses it only after somebody has moved to it. */
  deliberate?: boolean;
  /** The heading under which it stands: favourites, for example. Options of one group follow each other. */
  group?: string;
}

interface PickerTexts {
  label: string;
  placeholder: string;
  /** The sentence for a list in which nothing is left. */
  nothing: string;
}

interface Props<Id> {
  texts: PickerTexts;
  /** What is typed to narrow the list; the page that shows the picker narrows it, here or on the server; `below`: what else narrows it. */
  search: { text: string; onType: (text: string) => void; below?: ReactNode };
  /** Undefined while they are on their way. */
  options: readonly PickerOption<Id>[] | undefined;
  chosen: Id | null;
  onChoose: (id: Id) => void;
  required?: boolean | undefined;
  /** The sentence that says what is wrong. */
  error?: string | undefined;
  /** Options may be marked without being picked: by a press on what has `data-mark` in them, or by Shift and Enter. */
  marking?: Marking<Id>;
}

interface Marking<Id> {
  /** Says how, below the list. */
  hint: string;
  onMark: (id: Id) => void;
}

/**
 * Picks one of many in a list that is always open, in a dialog or a panel: typing narrows it, arrows move in it, Enter
 * picks; the pointer picks as well. The library gives the roles and the keys (decision 34).
 */
export function Picker<Id extends number | string>({ texts, search, options, chosen, onChoose, required, error, marking }: Props<Id>) {
  const { t } = useTranslation();
  const errorId = useId();
  const hintId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [movedTo, setMovedTo] = useState<Id | null>(null);
  // what is typed next replaces the name of what was chosen
  useLayoutEffect(() => {
    const input = field.current?.querySelector("input");
    if (input === document.activeElement) input?.select();
  }, [chosen]);
  const items = [...(options ?? [])];
  const isDisabled = (option: PickerOption<Id>) => option.disabled === true;
  // by its id: what is found later may stand before it
  const moved = items.findIndex(({ id }) => id === movedTo);
  const at = moved === -1 && items[0]?.deliberate !== true ? 0 : moved;
  const current = items[at];

  const { getLabelProps, getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<PickerOption<Id>>({
    items,
    isOpen: true,
    inputValue: search.text,
    selectedItem: null, // the list shows what is chosen, the field what is typed
    // Enter never picks another person than the first one that was found: nothing is marked where that one is disabled
    highlightedIndex: current && !isDisabled(current) ? at : -1,
    itemToString: (option) => String(option?.id ?? ""),
    itemToKey: (option) => option?.id,
    isItemDisabled: isDisabled,
    stateReducer: stayOpen,
    onHighlightedIndexChange: ({ highlightedIndex: next }) => setMovedTo(items[next]?.id ?? null),
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      setMovedTo(selectedItem.id); // the list may hold others again
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
          // at once: the library would tell after a render, and the caret would jump to the end
          onChange: ({ currentTarget }) => {
            search.onType(currentTarget.value);
            setMovedTo(null);
          },
          onKeyDown: (event) => {
            const step = STEPS[event.key];
            // at once as well: a key that follows quickly is about the option that this one leads to
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
/** The keys that lead to the first or the last option. */
const EDGES = new Set(["Home", "End"]);

/** The option that a step leads to, past disabled ones and round the ends; null where all are disabled. */
function next<Id>(items: readonly PickerOption<Id>[], from: number, step: number): Id | null {
  const start = from === -1 && step < 0 ? 0 : from;
  const ahead = items.map((_, index) => items.at((start + step * (index + 1)) % items.length));
  return ahead.find((option) => option && !option.disabled)?.id ?? null;
}

/** The library's own answer to the event, which is to pick or to move later, is not wanted. */
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

/** Picking, leaving the field and Escape change neither what is typed nor what is marked: the list stays as it is. */
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
  /** The place of the first of them in the whole list. */
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
