import { useSyncExternalStore } from "react";

/**
 * Settings of this browser (spec, section 3). public/first-paint.js applies those of display before the first paint.
 */
interface Settings {
  direction: "ltr" | "rtl";
  theme: "light" | "dark";
  responsiveFontSizes: boolean;
  /**
   * Whether keys without Ctrl act as shortcuts. Not in the specification: WCAG 2.1.4 requires a way to switch them off.
   */
  singleKeys: boolean;
  /** Whether earlier mail and earlier messages of a ticket are shown instead of folded. */
  allOfTickets: boolean;
}

const KEY = "settings";
export const DEFAULT_SETTINGS: Settings = { direction: "ltr", theme: "light", responsiveFontSizes: true, singleKeys: true, allOfTickets: false };

let current = read();
const listeners = new Set<() => void>();

/** The saved settings over the defaults; fields with unknown values are ignored. */
function read(): Settings {
  let saved: Partial<Record<keyof Settings, unknown>> = {};
  try {
    saved = (JSON.parse(localStorage.getItem(KEY) ?? "{}") as typeof saved | null) ?? {};
  } catch {
    // invalid JSON: use the defaults
  }
  return {
    direction: saved.direction === "rtl" ? "rtl" : DEFAULT_SETTINGS.direction,
    theme: saved.theme === "dark" ? "dark" : DEFAULT_SETTINGS.theme,
    responsiveFontSizes: saved.responsiveFontSizes !== false,
    singleKeys: saved.singleKeys !== false,
    allOfTickets: saved.allOfTickets === true,
  };
}

function apply(settings: Settings): void {
  const root = document.documentElement;
  root.dir = settings.direction;
  root.dataset.theme = settings.theme;
  root.dataset.fontSizes = settings.responsiveFontSizes ? "responsive" : "fixed";
}

function take(settings: Settings): void {
  current = settings;
  apply(settings);
  listeners.forEach((listener) => listener());
}

export function saveSettings(change: Partial<Settings>): void {
  const settings = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(settings));
  take(settings);
}

/** Applies the saved settings now, and whenever another tab saves. Returns a function that stops this. */
export function followSettings(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) take(read());
  };
  take(read());
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** The current settings, for code outside components. */
export const currentSettings = (): Settings => current;

export function useSettings(): Settings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
