import type { LucideIcon } from "lucide-react";

/** The sidebar's entries: labels are resolved and permissions applied. */
export interface NavEntry {
  name: string;
  label: string;
  icon: LucideIcon;
  to: NavTarget;
  count: number | undefined;
}

export type NavTarget =
  | { kind: "page"; path: string }
  | { kind: "outside"; href: string }
  /** Shown, but cannot be opened; `reason` says why. */
  | { kind: "unavailable"; reason: string };

export interface NavGroup {
  name: string;
  label: string;
  icon: LucideIcon;
  entries: NavEntry[];
}

export interface NavSection {
  /** `own`: sticks to the lower edge until its place in the order is visible. */
  name: string;
  /** The heading above the section; null for none. */
  label: string | null;
  badge: number | undefined;
  items: (NavEntry | NavGroup)[];
}
