import { useEffect, useLayoutEffect, useRef } from "react";

import { focusPage } from "./keep-focus";
import { keepAhead, typeAhead, waitForItem } from "./keys-ahead";
import { currentSettings, useSettings } from "./settings";

/** Groups in the order in which the sheet of keys shows them. */
const HOTKEY_GROUPS = ["lists", "item", "forms", "outcomes", "file", "goTo", "general"] as const;
export type HotkeyGroup = (typeof HOTKEY_GROUPS)[number];

export interface Hotkey {
  /** One key as `event.key` names it (`j`, `/`, `Enter`), or several pressed one after the other (`g m`). */
  keys: string;
  label: string;
  /** What happens then, where the label does not say it. */
  about?: string;
  /** Absent where a form handles the key itself (`Ctrl Enter`): then the key is only listed. */
  run?: (() => void) | undefined;
  /** Runs again while the key is held down. */
  repeat?: boolean;
  /** Only listed, as a key that works at another moment of the same page. */
  off?: boolean;
}

interface Registration {
  group: HotkeyGroup;
  hotkeys: readonly Hotkey[];
}

const SEQUENCE_MS = 1_500; // `g`, then a letter within this time
const registrations: Registration[] = [];
/** The first keys of a sequence, and when they were pressed. */
let started = { keys: "", at: 0 };

const HELD_MS = 700; // a key that is held comes again within this time, on some machines not marked as a repetition
/** Keys that are down: since when, and when each came last. */
const down = new Map<string, { since: number; last: number }>();
let atWork = Infinity;

/** When the key went down that is at work; Infinity where none is. */
export const downSince = (): number => atWork;

function noteDown({ code }: KeyboardEvent): void {
  const now = performance.now();
  const before = down.get(code);
  down.set(code, { since: before && now - before.last < HELD_MS ? before.since : now, last: now });
}

const forget = () => down.clear(); // what is let go in another window is not told

const release = ({ code }: KeyboardEvent) => down.delete(code);

/** Makes keys work, and lists them on the sheet, while the component is shown. Of two that are equal the later one works. */
export function useHotkeys(group: HotkeyGroup, hotkeys: readonly Hotkey[]): void {
  const registration = useRef<Registration>({ group, hotkeys });
  // before the screen shows it: a key never acts on an item that has left the screen
  useLayoutEffect(() => {
    registration.current.group = group;
    registration.current.hotkeys = hotkeys;
  });
  useLayoutEffect(() => {
    const own = registration.current;
    if (registrations.length === 0) {
      window.addEventListener("keydown", press);
      window.addEventListener("keyup", release);
      window.addEventListener("blur", forget);
    }
    registrations.push(own);
    return () => {
      registrations.splice(registrations.indexOf(own), 1);
      if (registrations.length > 0) return;
      window.removeEventListener("keydown", press);
      window.removeEventListener("keyup", release);
      window.removeEventListener("blur", forget);
    };
  }, []);
}

/** While the component is shown in place of an item that is on its way, keys are kept for it. */
export function useKeysAhead(): void {
  useHotkeys("outcomes", []); // keys are listened to, also where no page is there
  useEffect(waitForItem, []);
}

/** Whether keys are characters alone: `j`, `/`, `g m`, `Shift x`. These can be switched off; Enter, Escape and Ctrl cannot. */
function areCharacters(keys: string): boolean {
  return keys.split(" ").every((key) => key === "Shift" || key.length === 1);
}

const work = (keys: string) => currentSettings().singleKeys || !areCharacters(keys);

/** Keys to be shown, as a hint or to screen readers; undefined where there are none, or they are switched off. */
export function useWorkingKeys(keys: string | undefined): string | undefined {
  const { singleKeys } = useSettings();
  return keys && (singleKeys || !areCharacters(keys)) ? keys : undefined;
}

/** What a key would do at this moment, for a list from which it is chosen instead. */
interface Action extends Hotkey {
  group: HotkeyGroup;
  /** Does it as it stands by then; false where it is not offered any more. */
  run: () => boolean;
}

/** Everything that keys do now but moving, whether single keys are switched on or not. Of two that are equal the later one. */
export function listActions(): Action[] {
  const all = registrations.flatMap((one) =>
    one.hotkeys
      .filter(({ run, repeat }) => run && !repeat)
      .map(({ keys, label }): Action => ({ group: one.group, keys, label, run: () => runNow(one, keys) })),
  );
  return [...new Map(all.map((action) => [action.keys, action])).values()];
}

/** `one`: of the part that registered the key when it was listed. Another item's part does not do it instead. */
function runNow(one: Registration, keys: string): boolean {
  const run = registrations.includes(one) ? one.hotkeys.find((hotkey) => hotkey.keys === keys)?.run : undefined;
  run?.();
  return run !== undefined;
}

/** The keys in their order on the sheet; others follow. */
const ORDER = ["j", "k", "Enter", "n", "f", "Shift l", "s", "l", "o", "m", "w", "z"];
const placeOf = ({ keys }: Hotkey) => (ORDER.indexOf(keys) + ORDER.length + 1) % (ORDER.length + 1);

/** The keys of the page, by group: those that work now, and those that are `off`. */
export function listHotkeys(): { group: HotkeyGroup; hotkeys: Hotkey[] }[] {
  return HOTKEY_GROUPS.map((group) => {
    const all = registrations.filter((one) => one.group === group).flatMap(({ hotkeys }) => hotkeys.filter(({ keys }) => work(keys)));
    // parts of one page may register the same key: it is listed once, and as one that works if one of them does
    const each = [...new Map([...all].sort((a, b) => Number(b.off ?? false) - Number(a.off ?? false)).map((hotkey) => [hotkey.keys, hotkey])).values()];
    return { group, hotkeys: each.sort((a, b) => placeOf(a) - placeOf(b)) };
  }).filter(({ hotkeys }) => hotkeys.length > 0);
}

function press(event: KeyboardEvent): void {
  noteDown(event);
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Shift" || isTaken(event)) return;
  if (typeAhead(event)) {
    event.preventDefault();
    return;
  }

  const fresh = Date.now() - started.at < SEQUENCE_MS;
  const pressed = fresh && started.keys ? `${started.keys} ${nameOf(event)}` : nameOf(event);
  started = { keys: "", at: 0 };

  const all = registrations.flatMap((one) => one.hotkeys.filter(({ keys }) => work(keys))).reverse();
  const match = all.find((hotkey) => hotkey.run && hotkey.keys === pressed);
  if (match) {
    event.preventDefault();
    atWork = down.get(event.code)?.since ?? Infinity;
    if (!event.repeat || match.repeat) match.run?.();
    atWork = Infinity;
    focusPage();
  } else if (all.some((hotkey) => hotkey.keys.startsWith(`${pressed} `))) {
    started = { keys: pressed, at: Date.now() };
  } else if (!event.repeat && currentSettings().singleKeys && keepAhead(pressed)) event.preventDefault();
}

/** A letter has the same name in upper and lower case, so that Caps Lock changes nothing; with Shift it is another key. */
function nameOf(event: KeyboardEvent): string {
  if (!/^\p{L}$/u.test(event.key)) return event.key;
  const letter = event.key.toLowerCase();
  return event.shiftKey ? `Shift ${letter}` : letter;
}

/** Whether the focused element needs the key: a text field, an open menu or dialog, Enter on a button. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(TYPING) || target.closest(OVERLAY)) return true;
  return (event.key === "Enter" || event.key === " ") && target.closest(PRESSABLE) !== null;
}

const TYPING =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [role=textbox], [role=combobox]";
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const PRESSABLE = "a[href], button, summary, [role=button], [role=tab], input";
