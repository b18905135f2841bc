import { useEffect, useEffectEvent } from "react";

import { useHotkeys } from "@/lib/hotkeys";

const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "PgUp",
  PageDown: "PgDn",
  "-": "−",
};
// where Alt makes another character, as on a Mac, the place of the key says which one it is
const PLACES: Record<string, string> = { Equal: "+", NumpadAdd: "+", Minus: "-", NumpadSubtract: "-" };

interface FileKey {
  /** Pressed with Alt: an arrow or page as `event.key` names it, or a character in lower case. */
  key: string;
  label: string;
  run: () => void;
}

/** Keys of the file beside a form, with Alt: they work while somebody types. The sheet of keys lists them. */
export function useFileKeys(keys: readonly FileKey[]): void {
  useHotkeys("file", keys.map(({ key, label }) => ({ keys: `Alt ${signOf(key)}`, label })));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    if (!event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && name !== "+")) return;
    const pressed = keys.find(({ key }) => key === name);
    if (!pressed) return;
    event.preventDefault(); // else the browser leaves the page, or opens a menu
    pressed.run();
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** `Alt+←`, after the name of a button. */
export const withKey = (label: string, key: string) => `${label} (Alt+${signOf(key)})`;

/** As `aria-keyshortcuts` has it. */
export const shortcutOf = (key: string) => `Alt+${key === "+" ? "Plus" : key}`;

const signOf = (key: string) => SIGNS[key] ?? key.toUpperCase();

function nameOf({ key, code }: KeyboardEvent): string {
  if (key === "=") return "+"; // the same key on many keyboards
  if (key.length > 1 || /^[ -~]$/.test(key)) return key.length > 1 ? key : key.toLowerCase();
  return PLACES[code] ?? code.replace(/^(Key|Digit|Numpad)/, "").toLowerCase();
}
